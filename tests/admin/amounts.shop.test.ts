import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportResponse } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { control, deliveryOf, openSession, setFaults, verify } from '../shop/buying.ts';
import { recordsIn } from '../shop/csv.ts';
import { ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const { catalog } = await import('../../netlify/shop/catalog.ts');
const product = catalog.products.find(({ id }) => id === 'guide-1');
if (!product) throw new Error('The catalog has no guide-1.');
const { price_in_cents: price } = product;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.empty();
  await setFaults(shop, { webhooks: { hold: true } });
  product.price_in_cents = 899;
});

afterEach(() => {
  product.price_in_cents = price;
  delete catalog.checkout;
});

const deliverNewest = async (type: string) => (await deliveryOf(shop, type))();

const refund = async (session: string, amount: number | null): Promise<void> => {
  await control(shop, 'refund', { session, amount });
  await deliverNewest('charge.refunded');
};

const dispute = async (session: string, ...statuses: readonly string[]): Promise<void> => {
  const [first, ...next] = statuses;
  const { id } = await control(shop, 'dispute', { session, status: first });
  await deliverNewest('charge.dispute.created');
  for (const status of next) {
    await control(shop, 'dispute/update', { id, status });
    await deliverNewest('charge.dispute.closed');
  }
};

/** In cents. */
type Expected = { gross: number; refunded: number; disputed: number; tax: number; net: number };

type Case = {
  name: string;
  options: typeof catalog.checkout;
  payment?: object;
  after?: (session: string) => Promise<void>;
  expected: Expected;
};

const EXCLUSIVE = { tax: 'exclusive' } as const;

const CASES: readonly Case[] = [
  {
    name: 'with tax on top',
    options: EXCLUSIVE,
    expected: { gross: 989, refunded: 0, disputed: 0, tax: 90, net: 899 },
  },
  {
    name: 'with tax included',
    options: { tax: 'inclusive' },
    expected: { gross: 899, refunded: 0, disputed: 0, tax: 82, net: 817 },
  },
  {
    name: 'paid in another currency',
    options: { adaptive_pricing: true },
    payment: { abroad: true },
    expected: { gross: 899, refunded: 0, disputed: 0, tax: 0, net: 899 },
  },
  {
    name: 'that was fully refunded',
    options: EXCLUSIVE,
    after: (session) => refund(session, null),
    expected: { gross: 989, refunded: 989, disputed: 0, tax: 0, net: 0 },
  },
  {
    name: 'that was half refunded',
    options: EXCLUSIVE,
    after: (session) => refund(session, 494),
    expected: { gross: 989, refunded: 494, disputed: 0, tax: 45, net: 450 },
  },
  {
    name: 'that was refunded in two parts',
    options: EXCLUSIVE,
    after: async (session) => {
      await refund(session, 333);
      await refund(session, null);
    },
    expected: { gross: 989, refunded: 989, disputed: 0, tax: 0, net: 0 },
  },
  {
    name: 'in dispute',
    options: {},
    after: (session) => dispute(session, 'needs_response'),
    expected: { gross: 899, refunded: 0, disputed: 899, tax: 0, net: 0 },
  },
  {
    name: 'with tax on top and a dispute',
    options: EXCLUSIVE,
    after: (session) => dispute(session, 'needs_response'),
    expected: { gross: 989, refunded: 0, disputed: 989, tax: 90, net: -90 },
  },
  {
    name: 'with a won dispute',
    options: {},
    after: (session) => dispute(session, 'needs_response', 'won'),
    expected: { gross: 899, refunded: 0, disputed: 0, tax: 0, net: 899 },
  },
  {
    name: 'with a lost dispute',
    options: {},
    after: (session) => dispute(session, 'needs_response', 'lost'),
    expected: { gross: 899, refunded: 0, disputed: 899, tax: 0, net: 0 },
  },
  {
    name: 'with an inquiry',
    options: {},
    after: (session) => dispute(session, 'warning_needs_response'),
    expected: { gross: 899, refunded: 0, disputed: 0, tax: 0, net: 899 },
  },
];

const inCents = (text = ''): number => Math.round(Number(text) * 100);

test.each(CASES)('shows the same amounts everywhere for an order $name', async (row) => {
  const { options, payment = {}, after, expected } = row;
  catalog.checkout = options;
  const session = await openSession(shop, 'individual_guide_6_10');
  await control(shop, 'pay', { session, ...payment });
  await verify(shop, session);
  await after?.(session);

  const order = await (await owner.call(`/api/admin/orders/${orderNumberOf(session)}`)).json();
  const { gross, ...parts } = expected;
  expect(order).toMatchObject({ amount: gross, ...parts });

  const report: ReportResponse = await (
    await owner.call('/api/admin/report?period=this-month')
  ).json();
  expect(report.totals).toEqual([{ currency: 'USD', orders: 1, ...expected }]);
  expect(report.products).toMatchObject([expected]);

  const year = new Date().getUTCFullYear();
  const csv = await owner.call(`/api/admin/orders.csv?period=${year}`);
  const [record] = recordsIn(await csv.text());
  expect({
    gross: inCents(record?.['Amount']),
    refunded: inCents(record?.['Refunded']),
    disputed: inCents(record?.['Disputed']),
    tax: inCents(record?.['Tax']),
    net: inCents(record?.['Net']),
  }).toEqual(expected);
});
