import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  EVENT_TYPES,
  type PaymentEvent,
  containsReport,
  showsReport,
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
        [
          { payment_intent: 'pi_1', balance_transactions: [] },
          { payment_intent: { id: 'pi_1' }, balance_transactions: [] },
        ],
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
const moved = (...amounts: number[]) => amounts.map((amount) => ({ amount, currency: 'usd' }));
const DISPUTE = { ...OF_PAYMENT, id: 'dp_1', currency: 'usd', amount: 500 };

const EVENTS = {
  'debit begun': eventOf('checkout.session.completed', { ...OURS, payment_status: 'unpaid' }),
  'card paid': eventOf('checkout.session.completed', { ...OURS, payment_status: 'paid' }),
  'nothing to pay': eventOf('checkout.session.completed', {
    ...OURS,
    payment_status: 'no_payment_required',
  }),
  'debit paid': eventOf('checkout.session.async_payment_succeeded', {
    ...OURS,
    payment_status: 'paid',
  }),
  'debit failed': eventOf('checkout.session.async_payment_failed', {
    ...OURS,
    payment_status: 'unpaid',
  }),
  'charge refunded': eventOf('charge.refunded', { ...OF_PAYMENT, amount_refunded: 500 }),
  'refund made': eventOf('refund.created', REFUND),
  'refund failed': eventOf('refund.failed', { ...REFUND, status: 'failed' }),
  'refund without a status': eventOf('refund.created', { ...REFUND, status: null }),
  'dispute won': eventOf('charge.dispute.closed', {
    ...DISPUTE,
    status: 'won',
    balance_transactions: moved(-500, 500),
  }),
  'dispute lost': eventOf('charge.dispute.closed', {
    ...DISPUTE,
    status: 'lost',
    balance_transactions: moved(-500),
  }),
};
type Name = keyof typeof EVENTS;

test.each<readonly [Name, contains: boolean, isUpToDate: boolean, Partial<Sale> | null]>([
  ['debit begun', false, false, null],
  ['debit begun', true, true, { payment: 'pending' }],
  ['debit begun', true, true, {}],
  ['card paid', false, false, { payment: 'pending' }],
  ['card paid', false, false, { payment: 'failed' }],
  ['card paid', true, true, {}],
  ['nothing to pay', false, false, { payment: 'pending' }],
  ['debit paid', false, false, { payment: 'pending' }],
  ['debit paid', true, true, {}],
  ['debit failed', false, false, { payment: 'pending' }],
  ['debit failed', true, true, { payment: 'failed' }],
  // The bank may have accepted it later.
  ['debit failed', true, true, {}],
  ['refund without a status', true, true, { refunds: [refundOf(1, 'pending')] }],
  ['dispute lost', true, true, { disputes: [disputeOf('lost', 'dp_1', 5, 500)] }],
  // The bank has taken the money since.
  ['dispute lost', true, false, { disputes: [disputeOf('lost')] }],
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
  const found = event && [containsReport(sale, event), showsReport(sale, event)];
  expect(found).toEqual([isContained, isShown]);
});
