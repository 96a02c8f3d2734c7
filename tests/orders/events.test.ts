import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  EVENT_TYPES,
  type PaymentEvent,
  containsReport,
  hasReportedStatus,
  toEvent,
} from '../../netlify/stripe/events.ts';
import { metadataFor } from '../../netlify/stripe/metadata.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { productOf } from '../catalog.ts';
import { disputeOf, refundOf, saleFor } from '../shop/seed.ts';

const BUNDLE = productOf('bundle');

/** The fields of a session that this shop opened. */
const OURS = {
  id: 'cs_test_1',
  metadata: metadataFor(BUNDLE, 'usd'),
  currency: 'usd',
  amount_subtotal: BUNDLE.price_in_cents,
  amount_total: BUNDLE.price_in_cents,
  total_details: { amount_discount: 0, amount_tax: 0 },
};

const eventOf = (type: string, fields: object): PaymentEvent | null => {
  const [kind] = /^checkout\.session|dispute|charge(?=\.refunded)|refund/.exec(type) ?? [];
  const data = { object: { object: kind, ...fields } };
  return toEvent({ id: 'evt_1', type, created: 5, data } as unknown as Stripe.Event);
};

const SESSION = /^checkout\.session\./;

test.each(EVENT_TYPES)('%s is about its payment, or a session that this shop opened', (type) => {
  const [right, wrong, about] = SESSION.test(type)
    ? [[OURS], { ...OURS, metadata: {} }, { session: 'cs_test_1' }]
    : [
        [{ payment_intent: 'pi_1' }, { payment_intent: { id: 'pi_1' } }],
        { payment_intent: null },
        { payment: 'pi_1' },
      ];
  for (const object of right) expect(eventOf(type, object)?.about).toEqual(about);
  expect(eventOf(type, wrong)).toBeNull();
});

test('an event of another type is about nothing', () => {
  expect(eventOf('payment_intent.succeeded', { payment_intent: 'pi_1' })).toBeNull();
});

const OF_PAYMENT = { payment_intent: 'pi_1' };
const REFUND = { ...OF_PAYMENT, id: 're_1', status: 'succeeded' };
const DISPUTE = { ...OF_PAYMENT, id: 'dp_1', status: 'won' };

const EVENTS = {
  completed: eventOf('checkout.session.completed', OURS),
  succeeded: eventOf('checkout.session.async_payment_succeeded', OURS),
  failed: eventOf('checkout.session.async_payment_failed', OURS),
  'charge refunded': eventOf('charge.refunded', { ...OF_PAYMENT, amount_refunded: 500 }),
  'refund made': eventOf('refund.created', REFUND),
  'refund failed': eventOf('refund.failed', { ...REFUND, status: 'failed' }),
  'dispute won': eventOf('charge.dispute.closed', DISPUTE),
};
type Name = keyof typeof EVENTS;

test.each<readonly [Name, contains: boolean, isUpToDate: boolean, Partial<Sale> | null]>([
  ['completed', false, false, null],
  ['completed', true, true, { payment: 'pending' }],
  ['completed', true, true, {}],
  ['succeeded', false, false, { payment: 'pending' }],
  ['succeeded', true, true, {}],
  ['failed', false, false, { payment: 'pending' }],
  ['failed', true, true, { payment: 'failed' }],
  ['charge refunded', false, false, { refunds: [refundOf(499)] }],
  ['charge refunded', true, true, { refunds: [refundOf(300), refundOf(200, 'pending', 're_2')] }],
  // It may have failed since, and the event comes late.
  ['charge refunded', true, true, { refunds: [refundOf(500, 'failed')] }],
  ['refund made', false, false, { refunds: [refundOf(500, 'succeeded', 're_2')] }],
  ['refund made', true, true, { refunds: [refundOf(500, 'succeeded', 're_2'), refundOf(1)] }],
  ['refund made', true, false, { refunds: [refundOf(1, 'pending')] }],
  ['refund failed', true, false, { refunds: [refundOf(1)] }],
  ['refund failed', true, true, { refunds: [refundOf(1, 'failed')] }],
  ['dispute won', false, false, {}],
  ['dispute won', false, false, { disputes: [disputeOf('won', 'dp_2')] }],
  ['dispute won', true, false, { disputes: [disputeOf('under_review')] }],
  ['dispute won', true, true, { disputes: [disputeOf('won')] }],
])('of "%s": a sale contains it %s, shows just that %s: %j', (name, isContained, isShown, more) => {
  const sale = more && saleFor(3, more);
  const event = EVENTS[name];
  const found = event && [containsReport(sale, event), hasReportedStatus(sale, event)];
  expect(found).toEqual([isContained, isShown]);
});
