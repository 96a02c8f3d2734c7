import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderRow, ReportResponse } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { checkoutIn, control, openSession, verify } from '../shop/buying.ts';
import { recordsIn } from '../shop/csv.ts';
import { ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';
import { seedsFrom, saveAll } from '../shop/seed.ts';

const PRODUCT_TYPE = 'individual_guide_6_10';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const { catalog } = await import('../../netlify/shop/catalog.ts');

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.empty();
  catalog.checkout = { promotion_codes: true };
});

afterEach(() => void delete catalog.checkout);

/** Buys through a partner's link with this code. Returns the session id of the recorded order. */
const buyWith = async (code: string): Promise<string> => {
  const response = await shop.post('/api/create-payment', { productType: PRODUCT_TYPE, code });
  const { id: session } = await checkoutIn(shop, response);
  await control(shop, 'pay', { session });
  await verify(shop, session);
  return session;
};

const buyWithoutCode = async (): Promise<string> => {
  const session = await openSession(shop, PRODUCT_TYPE);
  await control(shop, 'pay', { session });
  await verify(shop, session);
  return session;
};

const find = async (query: string): Promise<string[]> => {
  const { orders } = await (await owner.post('/api/admin/find-order', { query })).json();
  return orders.map(({ number }: OrderRow) => number);
};

const detailOf = async (session: string) =>
  (await owner.call(`/api/admin/orders/${orderNumberOf(session)}`)).json();

test('shows the code that the buyer of an order used', async () => {
  const session = await buyWith('SPRING');
  expect(await detailOf(session)).toMatchObject({ code: 'SPRING', status: 'paid' });
});

test('shows no code for an order without one', async () => {
  expect(await detailOf(await buyWithoutCode())).toMatchObject({ code: null });
});

test('finds orders by code, ignoring case and surrounding spaces', async () => {
  const session = await buyWith('SPRING');
  await buyWithoutCode();
  for (const query of ['SPRING', 'spring', ' Spring ']) {
    expect(await find(query)).toEqual([orderNumberOf(session)]);
  }
});

test('does not find an order by the beginning of its code', async () => {
  await buyWith('SPRING');
  expect(await find('SPRIN')).toEqual([]);
});

test('finds the newest 50 orders with a code if more than 50 have it', async () => {
  const seeds = seedsFrom(0, 60, { promotionCode: 'SPRING' });
  await saveAll(seeds);
  const newest = seeds.slice(10).map(({ id }) => orderNumberOf(id));
  expect(await find('spring')).toEqual(newest.toReversed());
});

test('does not confuse a code with the number of another order', async () => {
  const first = await buyWithoutCode();
  const second = await buyWithoutCode();
  const code = orderNumberOf(first).replaceAll('-', '');
  await control(shop, 'promotion-code', { code, percentOff: 10 });
  const disguised = await buyWith(code);
  expect(await detailOf(first)).toMatchObject({ number: orderNumberOf(first), code: null });
  expect(await find(orderNumberOf(second))).toEqual([orderNumberOf(second)]);
  expect((await find(code)).toSorted()).toEqual(
    [first, disguised].map((session) => orderNumberOf(session)).toSorted(),
  );
});

describe('orders with and without promotion codes', () => {
  beforeEach(async () => {
    await control(shop, 'promotion-code', { code: 'FREE', percentOff: 100 });
    await buyWithoutCode();
    await buyWith('SPRING');
    await buyWith('FREE');
  });

  test('exports the codes in the CSV file', async () => {
    const year = new Date().getUTCFullYear();
    const csv = await owner.call(`/api/admin/orders.csv?period=${year}`);
    const codes = recordsIn(await csv.text()).map((record) => record['Promotion code']);
    expect(codes.toSorted()).toEqual(['', 'FREE', 'SPRING']);
  });

  test('sums up the orders by code in the report', async () => {
    const response = await owner.call('/api/admin/report?period=this-month');
    const { codes }: ReportResponse = await response.json();
    expect(codes.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toMatchObject([
      { code: 'FREE', orders: 1, gross: 0, net: 0 },
      { code: 'SPRING', orders: 1 },
    ]);
  });
});
