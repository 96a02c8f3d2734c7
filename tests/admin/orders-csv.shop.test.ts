import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { byDepth } from '../depth.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { catalogue } = await import('../../netlify/shop/catalogue.ts');
const owner = await ownerClient(shop);

const HEADING =
  /^\uFEFFOrder number,Reference,Day \([\w ]+\),Time \(UTC\),Product,Amount,Refunded,Currency,Status,Downloads,Payment id,Discount,Tax\r\n/;

const { time_zone: timeZone } = catalogue;
const [product] = catalogue.products;
if (!product) throw new Error('no products');
const { name, product_type: productType } = product;

beforeEach(async () => {
  catalogue.time_zone = 'UTC';
  product.name = 'A guide';
  shop.failRedis('none');
  await shop.redis.flushall();
});
afterAll(() => {
  catalogue.time_zone = timeZone;
  product.name = name;
});

const fetchCsv = (query = '') => owner.call(`/api/admin/orders.csv${query}`);

/** The lines of the file, its heading and byte order mark taken off. */
const linesOf = async (query = ''): Promise<string[]> => {
  const text = Buffer.from(await (await fetchCsv(query)).arrayBuffer()).toString();
  expect(text).toMatch(HEADING);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.split('\r\n').slice(1, -1);
};

/** "02-28" of each line. */
const daysOf = async (query: string) =>
  (await linesOf(query)).map((line) => line.split(',')[2]?.slice(5, 10));

test('the export has a line for each order, oldest first, and no session id', async () => {
  const refunds = [{ id: 're_1', amountInCents: 5, status: 'succeeded', createdAt: 1 }];
  const free = sessionFor(3, { productType, amountInCents: 0, paymentId: null });
  const sold = sessionFor(4, { productType, amountInCents: 1234, refunds });
  expect(await linesOf()).toEqual([]);
  await keepAll([sold, free]);
  const { headers } = await fetchCsv('?from=2026-01-01&to=2026-12-31');
  const file = 'filename="orders-from-2026-01-01-to-2026-12-31.csv"';
  expect(headers.get('content-disposition')).toContain(file);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await linesOf()).toEqual([
    `${await orderNumber(free.id)},${free.id.slice(-8)},2026-01-15,2026-01-15 12:03:00,A guide,0.00,0.00,USD,paid,0,,0.00,0.00`,
    `${await orderNumber(sold.id)},${sold.id.slice(-8)},2026-01-15,2026-01-15 12:04:00,A guide,12.34,0.05,USD,paid,0,${sold.paymentId},0.00,0.00`,
  ]);
});

test.each([
  ['UTC', '?from=2026-02-28&to=2026-03-01', ['02-28', '03-01']],
  ['UTC', '?from=2026-03-01', ['03-01', '03-02']],
  ['UTC', '?from=&to=2026-02-27', ['02-27']],
  // 14 hours before UTC, and 11 hours after it.
  ['Pacific/Kiritimati', '?from=2026-02-28&to=2026-02-28', ['02-28', '02-28']],
  ['Pacific/Pago_Pago', '?from=2026-03-01&to=2026-03-01', ['03-01', '03-01']],
])('days are those of the owner in %s: %s', async (zone, query, days) => {
  const times = ['02-27T23:59:59', '02-28T00:00:00', '03-01T23:59:59', '03-02T00:00:00'];
  const moments = times.map((time) => Date.parse(`2026-${time}Z`) / 1000);
  await keepAll(moments.map((createdAt, n) => sessionFor(n, { createdAt })));
  catalogue.time_zone = zone;
  expect(await daysOf(query)).toEqual(days);
});

test.each(['?from=2026-02-30', '?to=2026-1-1', '?from=2026-02-02&to=2026-02-01', '?all=1'])(
  '%s is refused',
  async (query) => expectProblem(await fetchCsv(query), 400, 'invalid_request'),
);

test('each order is there once over some chunks, and an export that breaks off ends broken', async () => {
  const count = byDepth(501, 1100); // orders are read in chunks of 500
  const { createdAt } = sessionFor(0);
  await keepAll(sessionsFrom(0, count, { createdAt }), 50);
  const nextDay = sessionFor(count, { createdAt: createdAt + 24 * 3600 });
  await keepAll([nextDay]);
  const lines = await linesOf();
  expect([lines.length, new Set(lines).size]).toEqual([count + 1, count + 1]);
  expect(await daysOf('?from=2026-01-16'), 'behind those of the day before').toEqual(['01-16']);

  vi.spyOn(console, 'error').mockReturnValue();
  const response = await fetchCsv();
  expect(response.status).toBe(200);
  shop.failRedis('500');
  await expect(response.text()).rejects.toThrow('orders unavailable');
});

test.each([
  ['Kids, "Smart"\nand rich', ',"Kids, ""Smart""\nand rich",'],
  ['=1+1', ",'=1+1,"],
  ['@SUM(A1)', ",'@SUM(A1),"],
  ['\t-1', ",'\t-1,"],
])('the name %j becomes %j, and no formula', async (given, cell) => {
  product.name = given;
  await keepAll([sessionFor(0)]);
  expect(await (await fetchCsv()).text()).toContain(cell);
});
