import type Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { productOf } from '../catalogue.ts';
import { deliverNewest } from '../http/stripe-calls.ts';
import { access, control, openSession, orderKeys, setFaults, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
await setFaults(shop, { webhooks: { hold: true } });
const { sessions } = shop.stripe.checkout;
const { price_in_cents: price } = productOf('bundle');
/** What the shop puts on a session that it opens for the bundle. */
const { metadata } = await sessions.retrieve(await openSession(shop, 'bundle'));
const mark: Stripe.Metadata = metadata ?? {};

let warned = vi.spyOn(console, 'warn');
beforeEach(async () => {
  await shop.redis.flushall();
  warned = vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});
const warnings = () => warned.mock.calls.map(([line]) => JSON.parse(String(line)));

/** A session that somebody else opens on the same account, and that is paid. */
const paidElsewhere = async (given: Stripe.MetadataParam, cents = price): Promise<string> => {
  const { id } = await sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: cents,
          product_data: { name: 'Something' },
        },
      },
    ],
    metadata: given,
    success_url: 'https://other.example',
  });
  await control(shop, 'pay', { session: id });
  return id;
};

/** Each of them alone is enough for an order. */
const SOURCES: Readonly<Record<string, (session: string) => Promise<unknown>>> = {
  return: (session) => verify(shop, session),
  webhook: () => deliverNewest(shop, 'checkout.session.completed'),
  reconciler: () => shop.post('/.netlify/functions/reconcile', {}),
};

/** What makes a mark doubtful, session-mark.test.ts has. */
test.each<[string, () => Promise<string>]>([
  ['that names the product, without the mark', () => paidElsewhere({ product_type: 'bundle' })],
  ['with the mark, for 50 cents', () => paidElsewhere(mark, 50)],
])('a paid session %s is no order and opens no file, and is told of once', async (_name, pay) => {
  const session = await pay();
  const { payment_intent: payment } = await sessions.retrieve(session);
  for (const take of Object.values(SOURCES)) await take(session);
  expect(await orderKeys(shop)).toEqual([]);
  expect(await verify(shop, session)).toEqual({ status: 'unpaid', order: null });
  const order = await shop.call(`/api/orders?session_id=${session}`);
  expect(await order.json()).toEqual({ order: null });
  expect((await access(shop, 'bundle', session)).status).toBe(403);
  expect(warnings()).toHaveLength(1);
  const line = JSON.stringify(warnings());
  for (const secret of [session, session.slice(-8), String(payment), 'parent@example.com']) {
    expect(line).not.toContain(secret);
  }
});

test.each<[string, Stripe.MetadataParam]>([
  ['nothing', {}],
  ['another shop', { shop: 'kites', product_type: 'bundle' }],
])('a session that says %s of itself is left alone without a word', async (_name, given) => {
  const session = await paidElsewhere(given);
  for (const take of Object.values(SOURCES)) await take(session);
  expect(await orderKeys(shop)).toEqual([]);
  expect(warnings()).toEqual([]);
});

const discounted = async (cents: number): Promise<string> => {
  const session = await openSession(shop, 'bundle');
  await control(shop, 'discount', { session, amount: cents });
  await control(shop, 'pay', { session });
  return session;
};

describe.each(Object.entries(SOURCES))('by the %s alone', (_name, take) => {
  test.each<[string, number, () => Promise<string>]>([
    ['with some cents off by a promotion code', price - 101, () => discounted(101)],
    ['that a promotion code made free', 0, () => discounted(price)],
    [
      'that was opened at an earlier price',
      price + 500,
      () => paidElsewhere({ ...mark, price_in_cents: String(price + 500) }, price + 500),
    ],
  ])('a session %s is an order', async (_what, amount, pay) => {
    const session = await pay();
    await take(session);
    expect(await shop.redis.hgetall(`order:dev:${session}`)).toMatchObject({
      amount,
      'payment:paid': expect.any(String),
    });
    expect((await shop.call(await linkTo(shop, 'bundle', session))).status).toBe(200);
    expect(warnings()).toEqual([]);
  });
});
