import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { byDepth } from '../depth.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { catalogue } = await import('../../netlify/catalogue.ts');
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

const fetchCsv = (period = '2026') => owner.call(`/api/admin/orders.csv?period=${period}`);

/** The lines of the file, its heading and byte order mark taken off. */
const linesOf = async (period?: string): Promise<string[]> => {
  const text = Buffer.from(await (await fetchCsv(period)).arrayBuffer()).toString();
  expect(text).toMatch(HEADING);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.split('\r\n').slice(1, -1);
};

/** "02-28" of each line. */
const daysOf = async (period: string) =>
  (await linesOf(period)).map((line) => line.split(',')[2]?.slice(5, 10));

test('the export has a line for each order, oldest first, and no session id', async () => {
  const refunds = [{ id: 're_1', amountInCents: 5, status: 'succeeded', createdAt: 1 }];
  const free = sessionFor(3, { productType, amountInCents: 0, paymentId: null });
  const sold = sessionFor(4, { productType, amountInCents: 1234, refunds });
  expect(await linesOf()).toEqual([]);
  await keepAll([sold, free]);
  const { headers } = await fetchCsv('2026-01');
  const file = 'filename="orders-2026-01.csv"';
  expect(headers.get('content-disposition')).toContain(file);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await linesOf()).toEqual([
    `${await orderNumber(free.id)},${free.id.slice(-8)},2026-01-15,2026-01-15 12:03:00,A guide,0.00,0.00,USD,paid,0,,0.00,0.00`,
    `${await orderNumber(sold.id)},${sold.id.slice(-8)},2026-01-15,2026-01-15 12:04:00,A guide,12.34,0.05,USD,paid,0,${sold.paymentId},0.00,0.00`,
  ]);
});

test.each([
  ['UTC', '2026-02', ['02-28', '02-28']],
  ['UTC', '2026-03', ['03-01', '03-31']],
  ['UTC', '2026', ['02-28', '02-28', '03-01', '03-31', '04-01']],
  ['UTC', '2025', []],
  // 14 hours before UTC, and 11 hours after it.
  ['Pacific/Kiritimati', '2026-03', ['03-01', '03-01']],
  ['Pacific/Pago_Pago', '2026-03', ['03-31', '03-31']],
])('days are those of the owner in %s: %s', async (zone, period, days) => {
  const times = [
    '02-28T00:00:00',
    '02-28T23:59:59',
    '03-01T00:00:00',
    '03-31T23:59:59',
    '04-01T00:00:00',
  ];
  const moments = times.map((time) => Date.parse(`2026-${time}Z`) / 1000);
  await keepAll(moments.map((createdAt, n) => sessionFor(n, { createdAt })));
  catalogue.time_zone = zone;
  expect(await daysOf(period)).toEqual(days);
});

test.each(['', '2026-13', '2026-1', '2026-01-15', '26', '2026&all=1'])(
  'the period "%s" is refused',
  async (period) => expectProblem(await fetchCsv(period), 400, 'invalid_request'),
);

test('each order is there once over some chunks, and an export that breaks off ends broken', async () => {
  const count = byDepth(501, 1100); // orders are read in chunks of 500
  const { createdAt } = sessionFor(0);
  await keepAll(sessionsFrom(0, count, { createdAt }), 50);
  const nextMonth = sessionFor(count, { createdAt: createdAt + 31 * 24 * 3600 });
  await keepAll([nextMonth]);
  const lines = await linesOf();
  expect([lines.length, new Set(lines).size]).toEqual([count + 1, count + 1]);
  expect(await daysOf('2026-02'), 'behind those of the month before').toEqual(['02-15']);

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
