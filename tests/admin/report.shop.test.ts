import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReportPeriod, ReportResponse, ReportSum } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { recordsIn } from '../shop/csv.ts';
import { logInAsOwner, ownerClient } from '../shop/owner.ts';
import type { Meet } from '../shop/runs.ts';
import { disputeOf, refundOf, saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const NOW = Date.parse('2027-01-02T03:00:00Z');
vi.useFakeTimers({ toFake: ['Date'], now: NOW });
const shop = await openTestShop();
/** Imported after the shop opens, because opening it may reload the functions' modules. */
const { catalog } = await import('../../netlify/shop/catalog.ts');
const owner = await ownerClient(shop);

const { time_zone: timeZone } = catalog;
const [product] = catalog.products;
if (!product) throw new Error('no products');
const { name, product_type: productType } = product;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.setSystemTime(NOW);
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

/** The month and day of each record, such as "02-28". */
const daysOf = async (period: string) => (await recordsOf(period)).map(({ Day }) => Day?.slice(5));

const secondsOf = (time: string): number => Date.parse(time) / 1000;

/** A $12.34 sale with a promotion code, tax, a refund and a dispute. */
const SOLD = seedFor(4, {
  productType,
  amountInCents: 1234,
  promotionCode: 'SPRING',
  taxInCents: 100,
  refunds: [refundOf(617)],
  disputes: [disputeOf('lost', 'dp_1', 5, 200)],
});
/** An earlier, free order. */
const FREE = seedFor(3, { productType, amountInCents: 0, paymentId: null });

test('exports no records if there are no orders', async () => {
  expect(await recordsOf()).toEqual([]);
});

test('exports a record for each order, oldest first', async () => {
  await saveAll([SOLD, FREE]);
  const records = await recordsOf();
  expect(records.map((record) => record['Order number'])).toEqual([
    `MSK-${orderNumberOf(FREE.id)}`,
    `MSK-${orderNumberOf(SOLD.id)}`,
  ]);
});

test('exports every column of an order', async () => {
  await saveAll([SOLD]);
  expect(await recordsOf()).toEqual([
    {
      'Order number': `MSK-${orderNumberOf(SOLD.id)}`,
      Reference: SOLD.id.slice(-8),
      Day: '2026-01-15',
      'Time (UTC)': '2026-01-15 12:04:00',
      Product: 'A guide',
      Amount: '12.34',
      Refunded: '6.17',
      Currency: 'USD',
      Status: 'disputed',
      Downloads: '0',
      'Payment id': SOLD.sale.paymentId,
      Discount: '0.00',
      Tax: '0.50',
      Disputed: '2.00',
      Net: '3.67',
      'Promotion code': 'SPRING',
    },
  ]);
});

test('exports a free order without a payment id', async () => {
  await saveAll([FREE]);
  expect(await recordsOf()).toMatchObject([{ Amount: '0.00', 'Payment id': '' }]);
});

test.each([
  { currency: 'jpy', amounts: ['1234', '617', '10', '50', '200', '367'] },
  { currency: 'eur', amounts: ['12.34', '6.17', '0.10', '0.50', '2.00', '3.67'] },
  { currency: 'kwd', amounts: ['1.234', '0.617', '0.010', '0.050', '0.200', '0.367'] },
])(
  'exports amounts in $currency with the right number of decimals',
  async ({ currency, amounts }) => {
    await saveAll([{ id: SOLD.id, sale: { ...SOLD.sale, currency, discountInCents: 10 } }]);
    const [record] = await recordsOf();
    const columns = ['Amount', 'Refunded', 'Discount', 'Tax', 'Disputed', 'Net'];
    expect(columns.map((column) => record?.[column])).toEqual(amounts);
    expect(record?.['Currency']).toBe(currency.toUpperCase());
  },
);

test('exports no session id', async () => {
  await saveAll([SOLD, FREE]);
  expect(await (await fetchCsv()).text()).not.toContain('cs_');
});

test('exports a CSV file that is not cached and is named after its period', async () => {
  const { headers } = await fetchCsv('2026-01');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringContaining('filename="orders-2026-01.csv"'),
    'content-type': 'text/csv; charset=utf-8; header=present',
  });
});

test('exports the status of a blocked order as “on hold”', async () => {
  const seed = seedFor(0);
  await saveAll([seed]);
  const path = `/api/admin/orders/${orderNumberOf(seed.id)}/access`;
  await owner.post(path, { access: 'blocked' });
  expect(await recordsOf()).toMatchObject([{ Status: 'on hold' }]);
});

test.each([
  { timeZone: 'UTC', period: '2026-02', days: ['02-28', '02-28'] },
  { timeZone: 'UTC', period: '2026-03', days: ['03-01', '03-31'] },
  { timeZone: 'UTC', period: '2026', days: ['02-28', '02-28', '03-01', '03-31', '04-01'] },
  // 14 hours ahead of UTC, and 11 hours behind it.
  { timeZone: 'Pacific/Kiritimati', period: '2026-03', days: ['03-01', '03-01'] },
  { timeZone: 'Pacific/Pago_Pago', period: '2026-03', days: ['03-31', '03-31'] },
])('exports the orders from $period in $timeZone', async (row) => {
  const timesOfSale = [
    '2026-02-28T00:00:00Z',
    '2026-02-28T23:59:59Z',
    '2026-03-01T00:00:00Z',
    '2026-03-31T23:59:59Z',
    '2026-04-01T00:00:00Z',
  ];
  await saveAll(timesOfSale.map((time, n) => seedFor(n, { paidAt: secondsOf(time) })));
  catalog.time_zone = row.timeZone;
  expect(await daysOf(row.period)).toEqual(row.days);
});

/** The last second of each period in Pago Pago, 11 hours behind UTC. */
const ENDS = [
  { name: 'a year', period: '2026', end: '2027-01-01T10:59:59Z' },
  { name: 'a leap year', period: '2028', end: '2029-01-01T10:59:59Z' },
  { name: 'a month of 28 days', period: '2026-02', end: '2026-03-01T10:59:59Z' },
  { name: 'a month of 29 days', period: '2028-02', end: '2028-03-01T10:59:59Z' },
  { name: 'a month of 30 days', period: '2026-04', end: '2026-05-01T10:59:59Z' },
  { name: 'a month of 31 days', period: '2026-05', end: '2026-06-01T10:59:59Z' },
];

test.each(ENDS)('exports an order from the last second of $name', async ({ period, end }) => {
  catalog.time_zone = 'Pacific/Pago_Pago';
  const last = seedFor(1, { paidAt: secondsOf(end) });
  await saveAll([last, seedFor(2, { paidAt: secondsOf(end) + 1 })]);
  const numbers = (await recordsOf(period)).map((record) => record['Order number']);
  expect(numbers).toEqual([`MSK-${orderNumberOf(last.id)}`]);
});

/** The first second of each period on Kiritimati, 14 hours ahead of UTC. */
const STARTS = [
  { name: 'a year', period: '2027', start: '2026-12-31T10:00:00Z' },
  { name: 'a month', period: '2026-03', start: '2026-02-28T10:00:00Z' },
];

test.each(STARTS)('exports an order from the first second of $name', async ({ period, start }) => {
  catalog.time_zone = 'Pacific/Kiritimati';
  const first = seedFor(1, { paidAt: secondsOf(start) });
  await saveAll([first, seedFor(2, { paidAt: secondsOf(start) - 1 })]);
  const numbers = (await recordsOf(period)).map((record) => record['Order number']);
  expect(numbers).toEqual([`MSK-${orderNumberOf(first.id)}`]);
});

// Orders are read in chunks of 500, from the day before the period through the day after it.
test('exports each order once across a chunk boundary', async () => {
  const paidAt = secondsOf('2026-01-31T23:59:59Z');
  await saveAll([...seedsFrom(0, 498, { paidAt }), seedFor(1000, { paidAt: paidAt + 1 })]);
  for (const count of [499, 500, 501]) {
    await saveAll(seedsFrom(count - 1, 1, { paidAt }));
    const numbers = (await recordsOf('2026-01')).map((record) => record['Order number']);
    const expected = seedsFrom(0, count).map(({ id }) => `MSK-${orderNumberOf(id)}`);
    expect(numbers.toSorted()).toEqual(expected.toSorted());
  }
});

/** Enough orders for three chunks, with several orders in each second. */
const MANY_ORDERS = seedsFrom(0, 1200).map(({ id, sale }, n) => {
  const paidAt = secondsOf('2026-01-15T12:00:00Z') + Math.floor(n / 7);
  return { id, sale: { ...sale, paidAt } };
});

test('reads at most 500 sessions at a time', async () => {
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

test('exports every order even if the time of an order changes during the export', async () => {
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
  {
    name: 'commas, quotes and line breaks',
    productName: 'Kids, "Smart"\nand rich',
    cell: ',"Kids, ""Smart""\nand rich",',
  },
  { name: '= at the start', productName: '=1', cell: ",'=1," },
  { name: '+ at the start', productName: '+1', cell: ",'+1," },
  { name: '- at the start', productName: '-1', cell: ",'-1," },
  { name: '@ at the start', productName: '@1', cell: ",'@1," },
  { name: 'a tab at the start', productName: '\t1', cell: ",'\t1," },
  { name: 'a carriage return at the start', productName: '\r1', cell: `,"'\r1",` },
])('exports a product name with $name as text, not as a formula', async ({ productName, cell }) => {
  product.name = productName;
  await saveAll([seedFor(0)]);
  expect(await (await fetchCsv()).text()).toContain(cell);
});

const reportOf = async (period: ReportPeriod, client = owner): Promise<ReportResponse> =>
  (await client.call(`/api/admin/report?period=${period}`)).json();

describe('the report', () => {
  const DETAILS = {
    productType,
    amountInCents: 100,
    promotionCode: 'SPRING',
    taxInCents: 10,
    refunds: [refundOf(50)],
    disputes: [disputeOf('lost', 'dp_1', 5, 20)],
  };
  /** For each of three months, the last second before it and its first second, in New York. */
  const TIMES_OF_SALE = [
    '2026-02-01T04:59:59Z',
    '2026-02-01T05:00:00Z',
    '2026-12-01T04:59:59Z',
    '2026-12-01T05:00:00Z',
    '2027-01-01T04:59:59Z',
    '2027-01-01T05:00:00Z',
  ].map(secondsOf);

  const PERIODS: readonly {
    period: ReportPeriod;
    months: { from: string; to: string };
    sums: Omit<ReportSum, 'currency'>;
  }[] = [
    {
      period: 'this-month',
      months: { from: '2027-01', to: '2027-01' },
      sums: { orders: 1, gross: 100, refunded: 50, disputed: 20, tax: 5, net: 25 },
    },
    {
      period: 'last-month',
      months: { from: '2026-12', to: '2026-12' },
      sums: { orders: 2, gross: 200, refunded: 100, disputed: 40, tax: 10, net: 50 },
    },
    {
      period: 'last-12-months',
      months: { from: '2026-02', to: '2027-01' },
      sums: { orders: 5, gross: 500, refunded: 250, disputed: 100, tax: 25, net: 125 },
    },
  ];

  test.each(PERIODS)(
    'sums up the paid orders of the period $period in the shop’s time zone',
    async (row) => {
      catalog.time_zone = 'America/New_York';
      const paid = TIMES_OF_SALE.map((paidAt, n) => seedFor(n, { ...DETAILS, paidAt }));
      const pending = TIMES_OF_SALE.map((createdAt, n) =>
        seedFor(50 + n, { ...DETAILS, createdAt, paidAt: null, payment: 'pending' }),
      );
      await saveAll([...paid, ...pending]);

      const total = { currency: 'USD', ...row.sums };
      expect(await reportOf(row.period)).toMatchObject({
        ...row.months,
        products: [{ product_type: productType, name: 'A guide', ...total }],
        codes: [{ code: 'SPRING', ...total }],
        totals: [total],
      });
    },
  );

  test('returns an empty report if there are no orders', async () => {
    expect(await reportOf('this-month')).toMatchObject({ products: [], codes: [], totals: [] });
  });

  test.each([
    { name: 'the last second of a year', at: '2027-01-01T04:59:59Z', from: '2026-12' },
    { name: 'the first second of a year', at: '2027-01-01T05:00:00Z', from: '2027-01' },
    // In daylight saving time, the day begins an hour earlier in UTC.
    { name: 'the last second of June', at: '2027-07-01T03:59:59Z', from: '2027-06' },
    { name: 'the first second of July', at: '2027-07-01T04:00:00Z', from: '2027-07' },
  ])('reports $from as “this month” in $name in New York', async ({ at, from }) => {
    catalog.time_zone = 'America/New_York';
    vi.setSystemTime(at);
    const ownerAtThatTime = await ownerClient(shop, logInAsOwner(shop));
    expect(await reportOf('this-month', ownerAtThatTime)).toMatchObject({ from, to: from });
  });
});
