import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { EVENT_TYPES, toEvent } from '../../netlify/orders/stripe-events.ts';

const eventOf = (type: string, object: object = {}) =>
  toEvent({ id: 'evt_1', type, created: 5, data: { object } } as unknown as Stripe.Event);

const OF_SESSIONS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
];
const OF_PAYMENTS = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
];

const NOT_DUE = { evidence_details: { due_by: null } };

describe('an event', () => {
  test.each(OF_SESSIONS)('%s is about its session', (type) => {
    expect(eventOf(type, { id: 'cs_1' }).about).toEqual({ session: 'cs_1' });
  });

  test.each(OF_PAYMENTS)('%s is about a payment', (type) => {
    const about = (payment_intent: unknown) => eventOf(type, { payment_intent, ...NOT_DUE }).about;
    expect(about('pi_1')).toEqual({ payment: 'pi_1' });
    expect(about({ id: 'pi_1' })).toEqual({ payment: 'pi_1' });
    expect(about(null)).toBeNull();
  });

  test('of any other type is about nothing', () => {
    expect(EVENT_TYPES).toEqual([...OF_SESSIONS, ...OF_PAYMENTS]);
    expect(eventOf('payment_intent.succeeded', { payment_intent: 'pi_1' }).about).toBeNull();
  });

  test('about a dispute or a fraud warning has a fact of its own', () => {
    const won = { id: 'dp_1', status: 'won', ...NOT_DUE };
    expect(eventOf('charge.dispute.closed', won).facts).toEqual({ 'dispute:dp_1:won:5': '' });
    const open = { id: 'dp_1', status: 'needs_response', evidence_details: { due_by: 9 } };
    const opened = eventOf('charge.dispute.created', open);
    expect(opened.facts).toEqual({ 'dispute:dp_1:needs_response:5': '9' });
    const object = { id: 'issfr_1', fraud_type: 'made_with_stolen_card', created: 4 };
    const warning = eventOf('radar.early_fraud_warning.created', object);
    expect(warning.facts).toEqual({ 'warning:issfr_1': 'made_with_stolen_card 4' });
  });
});

const sessionOf = (payment: CheckoutSession['payment'], ...refunds: string[]) =>
  ({ payment, refunds: refunds.map((id) => ({ id })) }) as unknown as CheckoutSession;

test.each<readonly [type: string, isOlder: boolean, session: CheckoutSession]>([
  ['checkout.session.completed', true, sessionOf('none')],
  ['checkout.session.completed', false, sessionOf('pending')],
  ['checkout.session.completed', false, sessionOf('paid')],
  ['checkout.session.async_payment_succeeded', true, sessionOf('pending')],
  ['checkout.session.async_payment_succeeded', false, sessionOf('paid')],
  ['checkout.session.async_payment_failed', false, sessionOf('failed')],
  ['refund.created', true, sessionOf('paid', 're_2')],
  ['refund.created', false, sessionOf('paid', 're_2', 're_1')],
  ['charge.refunded', false, sessionOf('paid')],
  ['charge.dispute.created', false, sessionOf('paid')],
])('for %s it is %s that an answer of Stripe is older: %j', (type, isOlder, session) => {
  expect(eventOf(type, { id: 're_1', ...NOT_DUE }).implies(session)).toBe(!isOlder);
});
