import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { ReportPeriod, ReportResponse } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { recordsIn } from '../shop/csv.ts';
import { ownerClient } from '../shop/owner.ts';
import type { Meet } from '../shop/runs.ts';
import { disputeOf, refundOf, saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-02T03:00:00Z') });
const shop = await openTestShop();
/** The functions' own, since a shop with other options loads them again. */
const { catalog } = await import('../../netlify/shop/catalog.ts');
const owner = await ownerClient(shop);

const { time_zone: timeZone } = catalog;
const [product] = catalog.products;
if (!product) throw new Error('no products');
const { name, product_type: productType } = product;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  catalog.time_zone = 'UTC';
  product.name = 'A guide';
  await shop.redis.flushall();
});
afterAll(() => {
  catalog.time_zone = timeZone;
  product.name = name;
});

const fetchCsv = (period = '2026') => owner.call(`/api/admin/orders.csv?period=${period}`);

const recordsOf = async (period?: string): Promise<Record<string, string>[]> => {
  // `text()` would drop the byte order mark.
  const text = Buffer.from(await (await fetchCsv(period)).arrayBuffer()).toString();
  expect(text).toMatch(/^\uFEFF[^\n]*\r\n/);
  return recordsIn(text);
};

/** "02-28" of each record. */
const daysOf = async (period: string) => (await recordsOf(period)).map(({ Day }) => Day?.slice(5));

const secondsOf = (time: string): number => Date.parse(time) / 1000;

test('an export has a record for each order, oldest first, and no session id', async () => {
  const free = seedFor(3, { productType, amountInCents: 0, paymentId: null });
  const more = {
    amountInCents: 1234,
    promotionCode: 'SPRING',
    taxInCents: 100,
    refunds: [refundOf(617)],
    disputes: [disputeOf('lost', 'dp_1', 5, 200)],
  };
  const sold = seedFor(4, { productType, ...more });
  expect(await recordsOf()).toEqual([]);
  await saveAll([sold, free]);
  const { headers } = await fetchCsv('2026-01');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringContaining('filename="orders-2026-01.csv"'),
    'content-type': 'text/csv; charset=utf-8; header=present',
  });
  const [first, second] = await recordsOf();
  expect(first).toMatchObject({
    'Order number': `MSK-${orderNumberOf(free.id)}`,
    'Payment id': '',
  });
  expect(second).toEqual({
    'Order number': `MSK-${orderNumberOf(sold.id)}`,
    Reference: sold.id.slice(-8),
    Day: '2026-01-15',
    'Time (UTC)': '2026-01-15 12:04:00',
    Product: 'A guide',
    Amount: '12.34',
    Refunded: '6.17',
    Currency: 'USD',
    Status: 'disputed',
    Downloads: '0',
    'Payment id': sold.sale.paymentId,
    Discount: '0.00',
    Tax: '0.50',
    Disputed: '2.00',
    Net: '3.67',
    'Promotion code': 'SPRING',
  });
  expect(await (await fetchCsv()).text()).not.toContain('cs_');
});

test('calls the status of an order “on hold” in an export, as on its page', async () => {
  const seed = seedFor(0);
  await saveAll([seed]);
  const path = `/api/admin/orders/${orderNumberOf(seed.id)}/access`;
  await owner.post(path, { access: 'blocked' });
  expect(await recordsOf()).toMatchObject([{ Status: 'on hold' }]);
});

test.each([
  ['UTC', '2026-02', ['02-28', '02-28']],
  ['UTC', '2026-03', ['03-01', '03-31']],
  ['UTC', '2026', ['02-28', '02-28', '03-01', '03-31', '04-01']],
  // 14 hours before UTC, and 11 hours after it.
  ['Pacific/Kiritimati', '2026-03', ['03-01', '03-01']],
  ['Pacific/Pago_Pago', '2026-03', ['03-31', '03-31']],
])('the days of an export are those of the shop in %s: %s', async (zone, period, days) => {
  const times = ['02-28T00:00:00', '02-28T23:59:59', '03-01T00:00:00', '03-31T23:59:59'];
  const moments = [...times, '04-01T00:00:00'].map((time) => secondsOf(`2026-${time}Z`));
  await saveAll(moments.map((paidAt, n) => seedFor(n, { paidAt })));
  catalog.time_zone = zone;
  expect(await daysOf(period)).toEqual(days);
});

// Orders are read in chunks of 500, with those of a day around the period.
test('an export has each order once at both sides of a chunk’s end', async () => {
  const paidAt = secondsOf('2026-01-31T23:59:59Z');
  await saveAll([...seedsFrom(0, 498, { paidAt }), seedFor(1000, { paidAt: paidAt + 1 })]);
  for (const count of [499, 500, 501]) {
    await saveAll(seedsFrom(count - 1, 1, { paidAt }));
    const numbers = (await recordsOf('2026-01')).map((record) => record['Order number']);
    const expected = seedsFrom(0, count).map(({ id }) => `MSK-${orderNumberOf(id)}`);
    expect(numbers.toSorted()).toEqual(expected.toSorted());
  }
});

/** Long enough for three pages, with several orders in each second. */
const MANY_ORDERS = seedsFrom(0, 1200).map(({ id, sale }, n) => {
  const paidAt = secondsOf('2026-01-15T12:00:00Z') + Math.floor(n / 7);
  return { id, sale: { ...sale, paidAt } };
});

test('reads no more than 500 sessions at once', async () => {
  await saveAll(MANY_ORDERS);
  let most = 0;
  const counting: Meet = async (_call, send) => {
    const response = await send();
    const sessions = (await response.clone().text()).match(/"cs_test_/g) ?? [];
    most = Math.max(most, sessions.length);
    return response;
  };
  const records = await shop.runOnce(() => recordsOf('2026-01'), counting);
  expect(records).toHaveLength(MANY_ORDERS.length);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(500);
});

test('exports every order although one moves to a later time meanwhile', async () => {
  await saveAll(MANY_ORDERS);
  const [moved] = MANY_ORDERS;
  let hasMoved = false;
  const moving: Meet = async (_call, send) => {
    const response = await send();
    if (!hasMoved) {
      hasMoved = true;
      const score = secondsOf('2026-01-31T00:00:00Z');
      await shop.redis.zadd('orders:dev', { score, member: moved?.id });
    }
    return response;
  };
  const records = await shop.runOnce(() => recordsOf('2026-01'), moving);
  expect(records).toHaveLength(MANY_ORDERS.length);
});

test.each([
  ['Kids, "Smart"\nand rich', ',"Kids, ""Smart""\nand rich",'],
  ...['=', '+', '-', '@', '\t'].map((sign) => [`${sign}1`, `,'${sign}1,`]),
  ['\r1', `,"'\r1",`],
])('the name %j becomes %j, and no formula', async (given, cell) => {
  product.name = given;
  await saveAll([seedFor(0)]);
  expect(await (await fetchCsv()).text()).toContain(cell);
});

const reportOf = async (period: ReportPeriod): Promise<ReportResponse> =>
  (await owner.call(`/api/admin/report?period=${period}`)).json();

/** At both sides of each month's beginning in New York. */
const SOLD = ['2026-02-01', '2026-12-01', '2027-01-01'].flatMap((day) => [
  `${day}T04:59:59Z`,
  `${day}T05:00:00Z`,
]);

test.each<readonly [ReportPeriod, from: string, to: string, orders: number]>([
  ['this-month', '2027-01', '2027-01', 1],
  ['last-month', '2026-12', '2026-12', 2],
  ['last-12-months', '2026-02', '2027-01', 5],
])(
  'the report of %s is of the paid orders from %s to %s, by the shop’s clock',
  async (period, from, to, orders) => {
    catalog.time_zone = 'America/New_York';
    expect(await reportOf(period)).toMatchObject({ from, to, products: [], totals: [] });
    const sale = {
      productType,
      amountInCents: 100,
      promotionCode: 'SPRING',
      taxInCents: 10,
      refunds: [refundOf(50)],
      disputes: [disputeOf('lost', 'dp_1', 5, 20)],
    };
    const times = SOLD.map(secondsOf);
    await saveAll(times.map((paidAt, n) => seedFor(n, { ...sale, paidAt })));
    const unpaid = { ...sale, paidAt: null, payment: 'pending' } as const;
    await saveAll(times.map((createdAt, n) => seedFor(50 + n, { ...unpaid, createdAt })));
    const total = {
      currency: 'USD',
      orders,
      gross: 100 * orders,
      refunded: 50 * orders,
      disputed: 20 * orders,
      tax: 5 * orders,
      net: 25 * orders,
    };
    const products = [{ product_type: productType, name: 'A guide', ...total }];
    const codes = [{ code: 'SPRING', ...total }];
    const report = await reportOf(period);
    expect(report).toMatchObject({ from, to, products, codes, totals: [total] });
  },
);
