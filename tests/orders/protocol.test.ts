import { expect, test } from 'vitest';
import type { PaymentEvent } from '../../netlify/stripe/events.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { isDeep } from '../depth.ts';
import { disputeOf, refundOf, saleFor } from '../shop/seed.ts';
import { type Moment, type Rules, explore } from './protocol.ts';

const eventOf = (report: PaymentEvent['report']): PaymentEvent => ({
  id: 'evt_1',
  createdAt: Math.floor(Date.now() / 1000),
  about: { session: 'cs_test_1' },
  report,
});

const paymentEvent = (payment: Sale['payment']): PaymentEvent =>
  eventOf({ kind: 'payment', payment, settledAt: null });

const refundEvent = (id: string): PaymentEvent =>
  eventOf({ kind: 'refund', id, status: 'succeeded' });

const NOTHING: Moment = { sale: null, event: null };
const unpaid = (payment: 'pending' | 'failed'): Sale => saleFor(3, { payment, paidAt: null });
const PRICE = saleFor(3).amountInCents;
const half = refundOf(1, 'succeeded', 're_1');
const rest = refundOf(PRICE - 1, 'succeeded', 're_2');

const PENDING: Moment = { sale: unpaid('pending'), event: paymentEvent('pending') };
const FAILED: Moment = { sale: unpaid('failed'), event: paymentEvent('failed') };
const PAID: Moment = { sale: saleFor(3), event: paymentEvent('paid') };
/** For a moment, Stripe says that a completed session is unpaid, without sending an event. */
const NOT_PAID_YET: Moment = { sale: unpaid('pending'), event: null };
const PARTLY_REFUNDED: Moment = {
  sale: saleFor(3, { refunds: [half] }),
  event: refundEvent(half.id),
};
const REFUNDED: Moment = {
  sale: saleFor(3, { refunds: [half, rest] }),
  event: refundEvent(rest.id),
};

const disputed = (status: string): Moment => ({
  sale: saleFor(3, { disputes: [disputeOf(status)] }),
  event: eventOf({ kind: 'dispute', id: 'dp_1', status, amountInCents: 0 }),
});

type History = {
  name: string;
  history: readonly Moment[];
  /** False for a dispute, whose lagging responses only the schedule corrects. */
  lags: boolean;
};

const HISTORIES: readonly History[] = [
  { name: 'a card payment', history: [NOTHING, NOT_PAID_YET, PAID], lags: true },
  { name: 'a debit that succeeds', history: [NOTHING, PENDING, PAID], lags: true },
  { name: 'a debit that fails', history: [NOTHING, PENDING, FAILED], lags: true },
  {
    name: 'a debit that fails and then succeeds',
    history: [NOTHING, PENDING, FAILED, PAID],
    lags: true,
  },
  { name: 'a debit that is refunded', history: [NOTHING, PENDING, PAID, REFUNDED], lags: true },
  { name: 'two refunds', history: [NOTHING, PAID, PARTLY_REFUNDED, REFUNDED], lags: true },
  {
    name: 'a dispute that is lost, won and lost again',
    history: [NOTHING, PAID, disputed('lost'), disputed('won'), disputed('lost')],
    lags: false,
  },
];

/** Exploring these takes seconds, since their steps can interleave in millions of ways. */
const isLong = ({ history }: History): boolean => history.length > 3;

/** Exploring a history of five steps takes even longer. */
const isLongest = ({ history }: History): boolean => history.length > 4;

const IN_TIME = HISTORIES.filter((one) => isDeep || !isLongest(one));
const LAGGING = HISTORIES.filter((one) => one.lags && (isDeep || !isLong(one)));

const expectRest = (history: readonly Moment[], rules: Rules): void => {
  const sale = history.at(-1)?.sale ?? null;
  const receipts = sale?.payment === 'paid' ? 1 : 0;
  expect(explore(history, rules)).toEqual([{ stored: sale, receipts }]);
};

test.each(IN_TIME)(
  'stores the final state of $name, and sends one receipt if the order is paid',
  ({ history }) => {
    expectRest(history, { lags: false, returningBuyers: 1 });
  },
);

test.each(LAGGING)(
  'stores the final state of $name, even if Stripe’s responses lag',
  ({ history }) => {
    expectRest(history, { lags: true, returningBuyers: 1 });
  },
);
