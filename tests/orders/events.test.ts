import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  EVENT_TYPES,
  type PaymentEvent,
  contains,
  isUpToDate,
  toEvent,
} from '../../netlify/stripe/events.ts';
import { markOf } from '../../netlify/stripe/mark.ts';
import type { Sale } from '../../netlify/stripe/session.ts';
import { productOf } from '../catalogue.ts';
import { saleFor } from '../shop/seed.ts';

const BUNDLE = productOf('bundle');

/** The fields of a session that this shop opened. */
const OURS = {
  id: 'cs_test_1',
  metadata: markOf(BUNDLE, 'usd'),
  currency: 'usd',
  amount_subtotal: BUNDLE.price_in_cents,
  amount_total: BUNDLE.price_in_cents,
  total_details: { amount_discount: 0, amount_tax: 0 },
};

const eventOf = (type: string, object: object): PaymentEvent | null =>
  toEvent({ id: 'evt_1', type, created: 5, data: { object } } as unknown as Stripe.Event);

const given = (type: string, object: object): PaymentEvent => {
  const event = eventOf(type, object);
  if (!event) throw new Error(`${type} is about nothing`);
  return event;
};

const [ofSessions, ofPayments] = [
  EVENT_TYPES.filter((type) => type.startsWith('checkout.session.')),
  EVENT_TYPES.filter((type) => !type.startsWith('checkout.session.')),
];

test.each(ofSessions)('%s is about its session, if this shop opened it', (type) => {
  expect(eventOf(type, OURS)?.about).toEqual({ session: 'cs_test_1' });
  expect(eventOf(type, { ...OURS, metadata: {} })).toBeNull();
});

test.each(ofPayments)('%s is about its payment', (type) => {
  for (const payment_intent of ['pi_1', { id: 'pi_1' }]) {
    expect(eventOf(type, { payment_intent })?.about).toEqual({ payment: 'pi_1' });
  }
  expect(eventOf(type, { payment_intent: null })).toBeNull();
  expect(eventOf('payment_intent.succeeded', { payment_intent: 'pi_1' })).toBeNull();
});

const refund = (id: string, amountInCents: number, status = 'succeeded') => ({
  id,
  amountInCents,
  status,
  createdAt: 5,
});
const dispute = (status: string, id = 'dp_1') => ({ id, status, createdAt: 5, dueBy: null });

const OF_PAYMENT = { payment_intent: 'pi_1' };
const REFUND = { ...OF_PAYMENT, id: 're_1', status: 'succeeded' };
const DISPUTE = { ...OF_PAYMENT, id: 'dp_1', status: 'won' };

const EVENTS = {
  completed: given('checkout.session.completed', OURS),
  succeeded: given('checkout.session.async_payment_succeeded', OURS),
  failed: given('checkout.session.async_payment_failed', OURS),
  'charge refunded': given('charge.refunded', { ...OF_PAYMENT, amount_refunded: 500 }),
  'refund made': given('refund.created', REFUND),
  'refund failed': given('refund.failed', { ...REFUND, status: 'failed' }),
  'dispute won': given('charge.dispute.closed', DISPUTE),
};
type Name = keyof typeof EVENTS;

describe('a sale', () => {
  test.each<readonly [Name, contains: boolean, isUpToDate: boolean, Partial<Sale>]>([
    ['completed', true, true, { payment: 'pending' }],
    ['completed', true, true, {}],
    ['succeeded', false, false, { payment: 'pending' }],
    ['succeeded', true, true, {}],
    ['failed', false, false, { payment: 'pending' }],
    ['failed', true, true, { payment: 'failed' }],
    ['charge refunded', false, false, { refunds: [refund('re_1', 499)] }],
    ['charge refunded', true, true, { refunds: [refund('re_1', 300), refund('re_2', 200)] }],
    // It may have failed since, and the event comes late.
    ['charge refunded', true, true, { refunds: [refund('re_1', 500, 'failed')] }],
    ['refund made', false, false, { refunds: [refund('re_2', 500)] }],
    ['refund made', true, true, { refunds: [refund('re_2', 500), refund('re_1', 1)] }],
    ['refund made', true, false, { refunds: [refund('re_1', 1, 'pending')] }],
    ['refund failed', true, false, { refunds: [refund('re_1', 1)] }],
    ['refund failed', true, true, { refunds: [refund('re_1', 1, 'failed')] }],
    ['dispute won', false, false, {}],
    ['dispute won', false, false, { disputes: [dispute('won', 'dp_2')] }],
    ['dispute won', true, false, { disputes: [dispute('under_review')] }],
    ['dispute won', true, true, { disputes: [dispute('won')] }],
  ])('for "%s": contains it %s, shows just that %s: %j', (name, isContained, isShown, more) => {
    const sale = saleFor(3, more);
    const event = EVENTS[name];
    expect([contains(sale, event), isUpToDate(sale, event)]).toEqual([isContained, isShown]);
  });

  test('that is not there contains nothing', () => {
    const { completed } = EVENTS;
    expect([contains(null, completed), isUpToDate(null, completed)]).toEqual([false, false]);
  });
});
