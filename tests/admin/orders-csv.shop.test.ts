import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { byDepth } from '../depth.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { catalogue } = await import('../../netlify/shop/catalogue.ts');
const owner = await ownerClient(shop);

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

/** The records of the file by the names of its columns. No cell of these has a comma. */
const recordsOf = async (period?: string): Promise<Record<string, string>[]> => {
  const text = Buffer.from(await (await fetchCsv(period)).arrayBuffer()).toString();
  expect(text).toMatch(/^\uFEFF[^\n]*\r\n/);
  expect(text.endsWith('\r\n')).toBe(true);
  const [head = [], ...lines] = text
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((cells) =>
    Object.fromEntries(head.map((title, at) => [title.replace(/^Day .*/, 'Day'), cells[at] ?? ''])),
  );
};

/** "02-28" of each record. */
const daysOf = async (period: string) => (await recordsOf(period)).map(({ Day }) => Day?.slice(5));

test('the export has a record for each order, oldest first, and no session id', async () => {
  const refunds = [{ id: 're_1', amountInCents: 5, status: 'succeeded', createdAt: 1 }];
  const free = seedFor(3, { productType, amountInCents: 0, paymentId: null });
  const sold = seedFor(4, { productType, amountInCents: 1234, taxInCents: 100, refunds });
  expect(await recordsOf()).toEqual([]);
  await saveAll([sold, free]);
  const { headers } = await fetchCsv('2026-01');
  const file = 'filename="orders-2026-01.csv"';
  expect(headers.get('content-disposition')).toContain(file);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('cache-control')).toBe('no-store');
  const same = { Day: '2026-01-15', Product: 'A guide', Currency: 'USD', Discount: '0.00' };
  expect(await recordsOf()).toMatchObject([
    {
      ...same,
      'Order number': await orderNumber(free.id),
      Reference: free.id.slice(-8),
      'Time (UTC)': '2026-01-15 12:03:00',
      Amount: '0.00',
      Refunded: '0.00',
      Status: 'paid',
      'Payment id': '',
    },
    {
      ...same,
      'Order number': await orderNumber(sold.id),
      'Time (UTC)': '2026-01-15 12:04:00',
      Amount: '12.34',
      Refunded: '0.05',
      Tax: '1.00',
      Downloads: '0',
      'Payment id': sold.sale.paymentId,
    },
  ]);
  expect(await (await fetchCsv()).text()).not.toContain('cs_');
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
  await saveAll(moments.map((paidAt, n) => seedFor(n, { paidAt })));
  catalogue.time_zone = zone;
  expect(await daysOf(period)).toEqual(days);
});

test.each(['', '2026-13', '2026-1', '2026-01-15', '26', '2026&all=1'])(
  'the period "%s" is refused',
  async (period) => expectProblem(await fetchCsv(period), 400, 'invalid_request'),
);

test('each order is there once over some chunks, and an export that breaks off ends broken', async () => {
  const count = byDepth(501, 1100); // orders are read in chunks of 500
  const { createdAt: paidAt } = seedFor(0).sale;
  await saveAll(seedsFrom(0, count, { paidAt }), 50);
  const nextMonth = seedFor(count, { paidAt: paidAt + 31 * 24 * 3600 });
  await saveAll([nextMonth]);
  const numbers = (await recordsOf()).map((record) => record['Order number']);
  expect([numbers.length, new Set(numbers).size]).toEqual([count + 1, count + 1]);
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
  await saveAll([seedFor(0)]);
  expect(await (await fetchCsv()).text()).toContain(cell);
});
