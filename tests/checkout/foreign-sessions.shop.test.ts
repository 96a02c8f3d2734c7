import type Stripe from 'stripe';
import { beforeEach, expect, test, vi } from 'vitest';
import { centsOf } from '../catalogue.ts';
import {
  access,
  control,
  deliverNewest,
  openSession,
  orderKeys,
  setFaults,
  verify,
} from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
await setFaults(shop, { webhooks: { hold: true } });
const { sessions } = shop.stripe.checkout;
const price = centsOf('bundle');
/** What the shop puts on a session that it opens for the bundle. */
const { metadata } = await sessions.retrieve(await openSession(shop, 'bundle'));
const mark: Stripe.Metadata = metadata ?? {};

let warned = vi.spyOn(console, 'warn');
beforeEach(async () => {
  await shop.redis.flushall();
  warned = vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});

/** A session that somebody else opens on the same account, and that is paid. */
const paidElsewhere = async (given: Stripe.MetadataParam, cents = price): Promise<string> => {
  const product = { currency: 'usd', unit_amount: cents, product_data: { name: 'Something' } };
  const { id } = await sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: product }],
    metadata: given,
    success_url: 'https://other.example',
  });
  await control(shop, 'pay', { session: id });
  return id;
};

const discounted = async (cents: number): Promise<string> => {
  const session = await openSession(shop, 'bundle');
  await control(shop, 'discount', { session, amount: cents });
  await control(shop, 'pay', { session });
  return session;
};

/** Each of them alone is enough for an order. */
const SOURCES: Readonly<Record<string, (session: string) => Promise<unknown>>> = {
  return: (session) => verify(shop, session),
  webhook: () => deliverNewest(shop, 'checkout.session.completed'),
  schedule: () => shop.post('/.netlify/functions/jobs', {}),
};

/** What makes a mark doubtful, session-mark.test.ts has. */
test.each<[string, number, Stripe.MetadataParam, number?]>([
  ['that names the product, without the mark', 1, { product_type: 'bundle' }],
  ['with the mark, for 50 cents', 1, mark, 50],
  ['that says nothing of itself', 0, {}],
  ['of another shop', 0, { shop: 'kites', product_type: 'bundle' }],
])('a session %s is no order and opens no file; warnings: %i', async (_name, count, ...given) => {
  const session = await paidElsewhere(...given);
  const { payment_intent: payment } = await sessions.retrieve(session);
  for (const take of Object.values(SOURCES)) await take(session);
  expect(await orderKeys(shop)).toEqual([]);
  expect(await verify(shop, session)).toEqual({ status: 'unpaid', order: null });
  expect((await access(shop, 'bundle', session)).status).toBe(403);
  expect(warned).toHaveBeenCalledTimes(count);
  for (const secret of [session, session.slice(-8), String(payment), 'parent@example.com']) {
    expect(JSON.stringify(warned.mock.calls)).not.toContain(secret);
  }
});

const earlier = price + 500;
const OURS: readonly [string, number, () => Promise<string>][] = [
  ['with some cents off by a promotion code', price - 101, () => discounted(101)],
  ['that a promotion code made free', 0, () => discounted(price)],
  [
    'that was opened at an earlier price',
    earlier,
    () => paidElsewhere({ ...mark, price_in_cents: String(earlier) }, earlier),
  ],
];

test.each(
  Object.entries(SOURCES).flatMap(([source, take]) =>
    OURS.map(([what, amount, pay]) => [source, what, amount, pay, take] as const),
  ),
)('by the %s alone, a session %s is an order', async (_source, _what, amount, pay, take) => {
  const session = await pay();
  await take(session);
  const sale = await shop.redis.hget(`order:dev:${session}`, 'sale');
  expect(sale).toMatchObject({ amountInCents: amount, payment: 'paid' });
  expect((await access(shop, 'bundle', session)).status).toBe(200);
  expect(warned).not.toHaveBeenCalled();
});
