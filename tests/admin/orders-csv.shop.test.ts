import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { productOf } from '../catalogue.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { catalogue } = await import('../../netlify/catalogue.ts');
const headers = await ownerHeaders(shop);

const HEADING =
  /^\uFEFFOrder number,Reference,Day \([\w ]+\),Time \(UTC\),Product,Amount,Refunded,Currency,Status,Downloads,Payment id\r\n/;

const { time_zone: timeZone } = catalogue;
beforeEach(async () => {
  catalogue.time_zone = 'UTC';
  shop.failRedis('none');
  await shop.redis.flushall();
});

afterAll(() => void (catalogue.time_zone = timeZone));

const fetchCsv = (query = '') => shop.call(`/api/admin/orders.csv${query}`, { headers });

/** The lines of the file, its heading and byte order mark taken off. */
const linesOf = async (query = ''): Promise<string[]> => {
  const text = Buffer.from(await (await fetchCsv(query)).arrayBuffer()).toString();
  expect(text).toMatch(HEADING);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.split('\r\n').slice(1, -1);
};

/** A product's name as CSV has it. */
const nameOf = (type: string): string => {
  const { name } = productOf(type);
  return /[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
};

/** "02-28" of each line. */
const daysOf = async (query: string) =>
  (await linesOf(query)).map((line) => line.split(',')[2]?.slice(5, 10));

const onDay = (n: number, time: string): CheckoutSession =>
  sessionFor(n, { createdAt: Date.parse(time) / 1000 });

describe('the export', () => {
  test('is a file with a line for each order, oldest first, and no session id', async () => {
    const refunds = [{ id: 're_1', amountInCents: 5, status: 'succeeded', createdAt: 1 }];
    const [free, sold] = [
      sessionFor(3, { productType: 'bundle', amountInCents: 0, paymentId: null }),
      sessionFor(4, { productType: 'individual_guide_6_10', amountInCents: 1234, refunds }),
    ];
    await keepAll([sold, free]);
    const response = await fetchCsv();
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toContain('filename="orders.csv"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).toMatch(/,Day \((UTC|[A-Z][\w ]+ time)\),/);
    expect(text).not.toContain('cs_');
    expect(text).not.toContain(sold.id.slice(-9));
    expect(await linesOf()).toEqual([
      `${await orderNumber(free.id)},${free.id.slice(-8)},2026-01-15,2026-01-15 12:03:00,${nameOf('bundle')},0.00,0.00,USD,paid,0,`,
      `${await orderNumber(sold.id)},${sold.id.slice(-8)},2026-01-15,2026-01-15 12:04:00,${nameOf('individual_guide_6_10')},12.34,0.05,USD,paid,0,${sold.paymentId}`,
    ]);
  });

  test('is a heading alone where nothing was sold', async () => {
    expect(await linesOf()).toEqual([]);
  });

  test('has the days that are asked for, the first and the last included', async () => {
    await keepAll([
      onDay(1, '2026-02-27T23:59:59Z'),
      onDay(2, '2026-02-28T00:00:00Z'),
      onDay(3, '2026-03-01T23:59:59Z'),
      onDay(4, '2026-03-02T00:00:00Z'),
    ]);
    expect(await daysOf('?from=2026-02-28&to=2026-03-01')).toEqual(['02-28', '03-01']);
    expect(await daysOf('?from=2026-02-28&to=2026-02-28')).toEqual(['02-28']);
    expect(await daysOf('?from=2026-03-01')).toEqual(['03-01', '03-02']);
    expect(await daysOf('?from=&to=2026-02-27')).toEqual(['02-27']);
    expect(await daysOf('?to=2025-12-31')).toEqual([]);
    const disposition = (await fetchCsv('?from=2026-02-28&to=2026-03-01')).headers;
    expect(disposition.get('content-disposition')).toContain(
      'filename="orders-from-2026-02-28-to-2026-03-01.csv"',
    );
  });

  test('has the days of the owner’s zone, however far it is from UTC', async () => {
    await keepAll([
      onDay(1, '2026-02-27T09:59:59Z'),
      onDay(2, '2026-02-27T10:00:00Z'),
      onDay(3, '2026-02-28T09:59:59Z'),
      onDay(4, '2026-02-28T10:00:00Z'),
      onDay(5, '2026-02-28T11:00:00Z'),
    ]);
    catalogue.time_zone = 'Pacific/Kiritimati'; // 14 hours before UTC
    expect(await daysOf('?from=2026-02-28&to=2026-02-28')).toEqual(['02-28', '02-28']);
    catalogue.time_zone = 'Pacific/Pago_Pago'; // 11 hours after it
    expect(await daysOf('?from=2026-02-28&to=2026-02-28')).toEqual(['02-28']);
    expect(await daysOf('?from=2026-02-27')).toEqual(['02-27', '02-27', '02-28']);
  });

  test('finds its first day behind hundreds of orders of the day before', async () => {
    const noon = Date.parse('2026-02-27T12:00:00Z') / 1000;
    await keepAll([
      ...sessionsFrom(0, 600, { createdAt: noon }),
      onDay(600, '2026-02-28T12:00:00Z'),
    ]);
    expect(await daysOf('?from=2026-02-28')).toEqual(['02-28']);
  });

  test.each([
    '?from=yesterday',
    '?from=2026-02-30',
    '?to=2026-1-1',
    '?from=2026-02-02&to=2026-02-01',
    '?all=1',
  ])('refuses %s', async (query) => {
    await expectProblem(await fetchCsv(query), 400, 'invalid_request');
  });

  test('has each order once over many chunks, orders of one second included', async () => {
    const { createdAt } = sessionFor(0);
    await keepAll(sessionsFrom(0, 1100, { createdAt }));
    const lines = await linesOf();
    expect(new Set(lines).size).toBe(1100);
    expect(lines).toHaveLength(1100);
  });

  test('that breaks in the middle ends broken, not as if it were whole', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    await keepAll(sessionsFrom(0, 1100));
    const response = await fetchCsv();
    expect(response.status).toBe(200);
    shop.failRedis('500');
    await expect(response.text()).rejects.toThrow('orders unavailable');
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  test('quotes names, and makes no formula of one', async () => {
    const product = catalogue.products[0];
    if (!product) throw new Error('no products');
    const { name } = product;
    await keepAll([sessionFor(0)]);
    try {
      product.name = 'Kids, "Smart"\nand rich';
      const text = await (await fetchCsv()).text();
      expect(text).toContain(',"Kids, ""Smart""\nand rich",');
      for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) {
        product.name = formula;
        expect(await (await fetchCsv()).text()).toContain(`,'${formula},`);
      }
    } finally {
      product.name = name;
    }
  });
});
