import type Stripe from 'stripe';
import { expect, test } from 'vitest';
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
const NAME = `${PRICE}[product_data][name]`;
const AMOUNT = `${PRICE}[unit_amount]`;
const marked = (length: number) => ({ metadata: { key: 'x'.repeat(length) } });

/** The limits of Stripe's API reference, of what the shop sends: what just fits, and what does not. */
test.each<[string, Partial<Params>, Partial<Params>]>([
  [NAME, priced({}, { name: 'x'.repeat(250) }), priced({}, { name: 'x'.repeat(251) })],
  [NAME, {}, priced({}, { name: '' })],
  [AMOUNT, priced({ unit_amount: 99_999_999 }), priced({ unit_amount: 100_000_000 })],
  [AMOUNT, {}, priced({ unit_amount: 8.99 })],
  [`${PRICE}[currency]`, priced({ currency: 'jpy' }), priced({ currency: 'xyz' })],
  ['success_url', {}, { success_url: '/payment-success' }],
  ['metadata[key]', marked(500), marked(501)],
  ['payment_intent_data[metadata][key]', {}, { payment_intent_data: marked(501) }],
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
  ['is not an address', { success_url: 'shop' }, { code: 'url_invalid', param: 'success_url' }],
  ['sums up to too little', priced({ unit_amount: 49 }), { code: 'amount_too_small' }],
])('a parameter that %s is refused by code and name', async (_, change, refusal) => {
  const { stripe } = await start();
  const refused = await errorOf(stripe.checkout.sessions.create({ ...guide, ...change }));
  expect(refused).toMatchObject({ rawType: 'invalid_request_error', statusCode: 400, ...refusal });
});

test('lists take a page of at most a hundred, from after an object that exists, and few types', async () => {
  const { stripe } = await start();
  const { sessions } = stripe.checkout;
  const types = Array.from({ length: 21 }, () => 'refund.created');
  const asked = {
    starting_after: sessions.list({ starting_after: 'cs_test_none' }),
    limit: stripe.events.list({ limit: 101 }),
    types: stripe.events.list({ types }),
    expand: sessions.list({ expand: ['data.payment_intent.latest_charge.refunds.data'] }),
  };
  for (const [param, list] of Object.entries(asked)) {
    expect(await errorOf(list)).toMatchObject({ statusCode: 400, param });
  }
});

test('unknown keys and ids are refused with the errors of Stripe', async () => {
  const { stripe, client } = await start();
  const { sessions } = stripe.checkout;
  expect(await errorOf(sessions.retrieve('cs_test_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    type: 'StripeInvalidRequestError',
  });
  for (const id of ['1', 'cs_123', `cs_test_${'a'.repeat(59)}`]) {
    const malformed = await errorOf(sessions.retrieve(id));
    expect(malformed).toMatchObject({
      statusCode: 400,
      code: undefined,
      message: `Invalid checkout.session id: ${id}`,
    });
  }
  expect(await errorOf(client('sk_test_other_key').events.list())).toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
    message: 'Invalid API Key provided: sk_test_*********',
  });
});
