import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { toEvent } from '../../netlify/orders/stripe-events.ts';

const eventOf = (type: string, object: object) => {
  const data = { object: { evidence_details: { due_by: null }, ...object } };
  return toEvent({ id: 'evt_1', type, created: 5, data } as unknown as Stripe.Event);
};

test.each([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
])('%s is about its session', (type) => {
  expect(eventOf(type, { id: 'cs_1' }).about).toEqual({ session: 'cs_1' });
});

test.each([
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
])('%s is about its payment', (type) => {
  for (const payment_intent of ['pi_1', { id: 'pi_1' }]) {
    expect(eventOf(type, { payment_intent }).about).toEqual({ payment: 'pi_1' });
  }
  expect(eventOf(type, { payment_intent: null }).about).toBeNull();
});

test('an event of another type is about nothing', () => {
  expect(eventOf('payment_intent.succeeded', { payment_intent: 'pi_1' }).about).toBeNull();
});

test.each<readonly [string, isOlder: boolean, CheckoutSession['payment'], refunds: string[]]>([
  ['checkout.session.completed', true, 'none', []],
  ['checkout.session.completed', false, 'pending', []],
  ['checkout.session.completed', false, 'paid', []],
  ['checkout.session.async_payment_succeeded', true, 'pending', []],
  ['checkout.session.async_payment_succeeded', false, 'paid', []],
  ['checkout.session.async_payment_failed', false, 'failed', []],
  ['refund.created', true, 'paid', ['re_2']],
  ['refund.created', false, 'paid', ['re_2', 're_1']],
  ['charge.dispute.created', false, 'paid', []],
])('for %s it is %s that this answer of Stripe is older: %s %j', (type, isOlder, payment, ids) => {
  const session = { payment, refunds: ids.map((id) => ({ id })) } as unknown as CheckoutSession;
  expect(eventOf(type, { id: 're_1' }).implies(session)).toBe(!isOlder);
});
