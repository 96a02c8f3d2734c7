import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
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

const isAboutSession = (type: string): boolean => type.startsWith('checkout.session.');
const SESSION_TYPES = EVENT_TYPES.filter(isAboutSession);
const PAYMENT_TYPES = EVENT_TYPES.filter((type) => !isAboutSession(type));

describe.each(SESSION_TYPES)('%s', (type) => {
  test('identifies a session that this shop opened', () => {
    expect(eventOf(type, OURS)?.about).toEqual({ session: 'cs_test_1' });
  });

  test('ignores a session without the shop’s metadata', () => {
    expect(eventOf(type, { ...OURS, metadata: {} })).toBeNull();
  });
});

describe.each(PAYMENT_TYPES)('%s', (type) => {
  test.each([
    { name: 'its id', payment: 'pi_1' },
    { name: 'an expanded object', payment: { id: 'pi_1' } },
  ])('identifies a payment by $name', ({ payment }) => {
    const event = eventOf(type, { payment_intent: payment, balance_transactions: [] });
    expect(event?.about).toEqual({ payment: 'pi_1' });
  });

  test('ignores an event without a payment', () => {
    expect(eventOf(type, { payment_intent: null })).toBeNull();
  });
});

test('ignores an event of another type', () => {
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

type Row = {
  readonly name: string;
  readonly event: Name;
  readonly sale: Partial<Sale> | null;
};

const read = ({ event: eventName, sale: fields }: Row) => {
  const sale = fields && saleFor(3, fields);
  const event = EVENTS[eventName];
  if (!event) throw new Error(`${eventName} is not an event of the shop.`);
  return { contains: containsReport(sale, event), shows: showsReport(sale, event) };
};

describe('a sale that was read before an event', () => {
  test.each<Row>([
    { name: 'a debit if nothing was bought', event: 'debit begun', sale: null },
    { name: 'a card payment in a pending sale', event: 'card paid', sale: { payment: 'pending' } },
    { name: 'a card payment in a failed sale', event: 'card paid', sale: { payment: 'failed' } },
    {
      name: 'a free order in a pending sale',
      event: 'nothing to pay',
      sale: { payment: 'pending' },
    },
    { name: 'a paid debit in a pending sale', event: 'debit paid', sale: { payment: 'pending' } },
    {
      name: 'a failed debit in a pending sale',
      event: 'debit failed',
      sale: { payment: 'pending' },
    },
    {
      name: 'a full refund in a sale that is refunded except for one cent',
      event: 'charge refunded',
      sale: { refunds: [refundOf(499)] },
    },
    {
      name: 'an event’s refund in a sale with another refund',
      event: 'refund made',
      sale: { refunds: [refundOf(500, 'succeeded', 're_2')] },
    },
    { name: 'a dispute in a sale without disputes', event: 'dispute won', sale: {} },
    {
      name: 'an event’s dispute in a sale with another dispute',
      event: 'dispute won',
      sale: { disputes: [disputeOf('won', 'dp_2')] },
    },
  ])('does not find $name', (row) => {
    expect(read(row)).toEqual({ contains: false, shows: false });
  });
});

describe('a sale that shows what an event reports', () => {
  test.each<Row>([
    { name: 'a debit that is pending', event: 'debit begun', sale: { payment: 'pending' } },
    { name: 'a pending debit that was paid after the event', event: 'debit begun', sale: {} },
    { name: 'a card payment', event: 'card paid', sale: {} },
    { name: 'a paid debit', event: 'debit paid', sale: {} },
    { name: 'a failed debit', event: 'debit failed', sale: { payment: 'failed' } },
    { name: 'a failed debit that succeeded after the event', event: 'debit failed', sale: {} },
    {
      name: 'a fully refunded charge',
      event: 'charge refunded',
      sale: { refunds: [refundOf(500)] },
    },
    {
      name: 'a charge refunded in two parts',
      event: 'charge refunded',
      sale: { refunds: [refundOf(300), refundOf(200, 'pending', 're_2')] },
    },
    {
      name: 'a refunded charge whose refund failed later',
      event: 'charge refunded',
      sale: { refunds: [refundOf(500, 'failed')] },
    },
    {
      name: 'one of several refunds',
      event: 'refund made',
      sale: { refunds: [refundOf(500, 'succeeded', 're_2'), refundOf(1)] },
    },
    {
      name: 'a refund without a status as pending',
      event: 'refund without a status',
      sale: { refunds: [refundOf(1, 'pending')] },
    },
    { name: 'a failed refund', event: 'refund failed', sale: { refunds: [refundOf(1, 'failed')] } },
    { name: 'a won dispute', event: 'dispute won', sale: { disputes: [disputeOf('won')] } },
    {
      name: 'a lost dispute with its amount',
      event: 'dispute lost',
      sale: { disputes: [disputeOf('lost', 'dp_1', 5, 500)] },
    },
  ])('finds that the sale shows $name', (row) => {
    expect(read(row)).toEqual({ contains: true, shows: true });
  });
});

describe('a sale that was read after an event but differs from it', () => {
  test.each<Row>([
    {
      name: 'a refund that became pending after the event',
      event: 'refund made',
      sale: { refunds: [refundOf(1, 'pending')] },
    },
    {
      name: 'a failed refund that succeeded after the event',
      event: 'refund failed',
      sale: { refunds: [refundOf(1)] },
    },
    {
      name: 'a won dispute that is listed as under review',
      event: 'dispute won',
      sale: { disputes: [disputeOf('under_review')] },
    },
    {
      name: 'a lost dispute that is listed without its amount',
      event: 'dispute lost',
      sale: { disputes: [disputeOf('lost')] },
    },
  ])('finds the event but not its values in a sale with $name', (row) => {
    expect(read(row)).toEqual({ contains: true, shows: false });
  });
});
