import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { errorOf, guide, start } from './harness.ts';

type Params = Stripe.Checkout.SessionCreateParams;

const priced = (price: object, product: object = {}): Partial<Params> => ({
  line_items: [
    {
      price_data: {
        currency: 'usd',
        unit_amount: 899,
        ...price,
        product_data: { name: 'Guide', ...product },
      },
    },
  ],
});
const PRICE = 'line_items[0][price_data]';
const METADATA = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key_${at}`, 'x']));
const intent = (fields: object) => ({ payment_intent_data: fields });
const address = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;

/** The limits of Stripe's API reference: what just fits, and what does not. */
test.each<[string, Partial<Params>, Partial<Params>]>([
  [
    `${PRICE}[product_data][name]`,
    priced({}, { name: 'x'.repeat(250) }),
    priced({}, { name: 'x'.repeat(251) }),
  ],
  [`${PRICE}[product_data][name]`, {}, priced({}, { name: '' })],
  [
    `${PRICE}[unit_amount]`,
    priced({ unit_amount: 99_999_999 }),
    priced({ unit_amount: 100_000_000 }),
  ],
  [`${PRICE}[unit_amount]`, {}, priced({ unit_amount: 8.99 })],
  [`${PRICE}[currency]`, priced({ currency: 'jpy' }), priced({ currency: 'xyz' })],
  ['success_url', { success_url: address(5000) }, { success_url: address(5001) }],
  ['success_url', {}, { success_url: '/payment-success' }],
  ['metadata', { metadata: METADATA }, { metadata: { ...METADATA, more: 'x' } }],
  [
    `metadata[${'k'.repeat(41)}]`,
    { metadata: { ['k'.repeat(40)]: 'x' } },
    { metadata: { ['k'.repeat(41)]: 'x' } },
  ],
  ['metadata[key]', { metadata: { key: 'x'.repeat(500) } }, { metadata: { key: 'x'.repeat(501) } }],
  ['payment_intent_data[metadata][key]', {}, intent({ metadata: { key: 'x'.repeat(501) } })],
])(
  'a session whose %s exceeds its limit is refused, and one within it is made',
  async (param, within, beyond) => {
    const { stripe } = await start();
    const { sessions } = stripe.checkout;
    expect(await sessions.create({ ...guide, ...within })).toMatchObject({ status: 'open' });
    expect(await errorOf(sessions.create({ ...guide, ...beyond }))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      param,
    });
  },
);

test.each<[string, object, object]>([
  ['is missing', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
  ['does not exist', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
  [
    'does not exist within another',
    priced({}, { title: 'x' }),
    { code: 'parameter_unknown', param: `${PRICE}[product_data][title]` },
  ],
  ['is not an address', { success_url: 'shop' }, { code: 'url_invalid', param: 'success_url' }],
  ['sums up to too little', priced({ unit_amount: 49 }), { code: 'amount_too_small' }],
])('a parameter that %s is refused by code and name', async (_, change, refusal) => {
  const { stripe } = await start();
  const refused = await errorOf(stripe.checkout.sessions.create({ ...guide, ...change }));
  expect(refused).toMatchObject({ rawType: 'invalid_request_error', statusCode: 400, ...refusal });
});

test('a property is expanded four levels deep and no deeper', async () => {
  const { stripe } = await start();
  const list = (path: string) => stripe.checkout.sessions.list({ expand: [path] });
  const deepest = 'data.payment_intent.latest_charge.refunds';
  expect((await list(deepest)).data).toEqual([]);
  expect(await errorOf(list(`${deepest}.data`))).toMatchObject({
    param: 'expand',
    message: expect.stringContaining('cannot be expanded'),
  });
});

test('lists take a page of at most a hundred, from after an object that exists', async () => {
  const { stripe } = await start();
  const { sessions } = stripe.checkout;
  expect(await errorOf(sessions.list({ starting_after: 'cs_test_none' }))).toMatchObject({
    param: 'starting_after',
  });
  expect(await errorOf(stripe.events.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
  const types = Array.from({ length: 21 }, () => 'refund.created');
  expect(await errorOf(stripe.events.list({ types }))).toMatchObject({ param: 'types' });
});

test('an idempotency key has at most 255 characters, and is free again after a day', async () => {
  const { stripe } = await start();
  const { sessions } = stripe.checkout;
  const idempotencyKey = 'k'.repeat(255);
  const first = await sessions.create(guide, { idempotencyKey });
  const tooLong = await errorOf(sessions.create(guide, { idempotencyKey: `${idempotencyKey}k` }));
  expect(tooLong.statusCode).toBe(400);
  vi.useFakeTimers({ toFake: ['Date'], now: first.created * 1000 + 86_402_000 });
  const next = await sessions.create(guide, { idempotencyKey });
  expect(next.id).not.toBe(first.id);
});
