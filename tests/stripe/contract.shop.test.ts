import { expect, test } from 'vitest';
import { errorOf, guide, start } from './harness.ts';

const priced = (price: object, name = 'Guide') => {
  const price_data = { currency: 'usd', unit_amount: 899, ...price, product_data: { name } };
  return { line_items: [{ price_data }] };
};
const PRICE = 'line_items[0][price_data]';
const long = (length: number) => ({ metadata: { key: 'x'.repeat(length) } });
const on = { enabled: true };
const product_data = { name: 'Guide', tax_code: 'txcd_10302000' };
const managed = (more: object = {}) => ({
  managed_payments: on,
  line_items: [{ price_data: { currency: 'usd', unit_amount: 899, product_data } }],
  ...more,
});

/** Limits of Stripe's API reference for the shop's parameters. */
test.each<[object, { code?: string; param?: string }]>([
  [priced({}, 'x'.repeat(251)), { param: `${PRICE}[product_data][name]` }],
  [priced({ unit_amount: 8.99 }), { param: `${PRICE}[unit_amount]` }],
  [priced({ unit_amount: 49 }), { code: 'amount_too_small' }],
  [{ success_url: '/payment-success' }, { code: 'url_invalid', param: 'success_url' }],
  [{ colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
  [long(501), { param: 'metadata[key]' }],
  [{ payment_intent_data: long(501) }, { param: 'payment_intent_data[metadata][key]' }],
  [managed({ automatic_tax: on }), { param: 'automatic_tax' }],
  [managed({ custom_text: { submit: { message: 'Hi' } } }), { param: 'custom_text' }],
  [{ managed_payments: on }, { param: 'line_items[0]' }],
])('a session with %j is refused by code and name', async (change, refusal) => {
  const { stripe } = await start();
  const refused = await errorOf(stripe.checkout.sessions.create({ ...guide, ...change }));
  const type = 'StripeInvalidRequestError';
  expect(refused).toMatchObject({ type, statusCode: 400, ...refusal });
});

test('a list refuses a page, a start, a type or an expansion that Stripe refuses', async () => {
  const { stripe } = await start();
  const { sessions } = stripe.checkout;
  const types = Array.from({ length: 21 }, () => 'refund.created');
  const asked = {
    starting_after: () => sessions.list({ starting_after: 'cs_test_none' }),
    limit: () => stripe.events.list({ limit: 101 }),
    types: () => stripe.events.list({ types }),
    expand: () => sessions.list({ expand: ['data.payment_intent.latest_charge.refunds.data'] }),
  };
  for (const [param, list] of Object.entries(asked)) {
    expect(await errorOf(list())).toMatchObject({ statusCode: 400, param });
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
    const message = `Invalid checkout.session id: ${id}`;
    expect(await errorOf(sessions.retrieve(id))).toMatchObject({ statusCode: 400, message });
  }
  const { type, statusCode } = await errorOf(client('sk_test_other_key').events.list());
  expect([type, statusCode]).toEqual(['StripeAuthenticationError', 401]);
});
