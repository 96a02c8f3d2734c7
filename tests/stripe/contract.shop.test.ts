import { expect, test } from 'vitest';
import { errorOf, guide, start } from './harness.ts';

const priced = (unit_amount: number) => ({
  line_items: [{ price_data: { currency: 'usd', unit_amount, product_data: { name: 'Guide' } } }],
});

test.each([
  { colour: 'red' },
  { success_url: '/payment-success' },
  { allow_promotion_codes: true, discounts: [{ promotion_code: 'promo_1' }] },
  priced(8.99),
  priced(49),
])('a session with %j is refused', async (change) => {
  const { stripe } = await start();
  const refused = await errorOf(stripe.checkout.sessions.create({ ...guide, ...change }));
  expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
});

test('a list refuses a page, a start, a type or an expansion that Stripe refuses', async () => {
  const { stripe } = await start();
  const { sessions } = stripe.checkout;
  const types = Array.from({ length: 21 }, () => 'refund.created');
  for (const list of [
    () => sessions.list({ starting_after: 'cs_test_none' }),
    () => stripe.events.list({ limit: 101 }),
    () => stripe.events.list({ types }),
    () => sessions.list({ expand: ['data.payment_intent.latest_charge.refunds.data'] }),
  ]) {
    expect((await errorOf(list())).statusCode).toBe(400);
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
