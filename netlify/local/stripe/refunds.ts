import { isMoneyGone } from './dispute-statuses.ts';
import { byId, refuseIf } from './errors.ts';
import { type Charge, type Refund, newId, nowInSeconds, sampleOf } from './objects.ts';
import type { EventDraft, EventDrafts } from './outbox.ts';
import { type Payment, type State, findPayment, paidCharge } from './state.ts';
import { formatAmount } from './totals.ts';

/** A refund to a bank account takes time. A refund to a card is immediate. */
const BANK_REFUND_TAKES_IN_SECONDS = 2;

/** Throws with Stripe's messages and codes. */
const checkRefund = ({ disputes }: Payment, charge: Charge, amount: number, left: number) => {
  const { id, currency } = charge;
  const [wanted, most] = [amount, left].map((cents) => formatAmount(cents, currency));
  const gone = disputes.some(isMoneyGone);
  refuseIf(gone, `Charge ${id} has been charged back.`, { code: 'charge_disputed' });
  const code = 'charge_already_refunded';
  refuseIf(left === 0, `Charge ${id} has already been refunded.`, { code });
  const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${most})`;
  refuseIf(amount > left, message, { param: 'amount' });
};

/** Updates the refunded amount of a charge. A failed refund does not count. */
const recount = ({ refunds }: Payment, charge: Charge) => {
  charge.amount_refunded = refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((total, { amount }) => total + amount, 0);
  charge.refunded = charge.amount_refunded === charge.amount;
};

/** Refunds an amount in minor units, or the whole rest. */
export const refundPayment = (payment: Payment, wanted: number | undefined): EventDrafts => {
  const charge = paidCharge(payment);
  const before = charge.amount_refunded;
  const left = charge.amount - before;
  const amount = wanted ?? left;
  checkRefund(payment, charge, amount, left);
  const refund: Refund = {
    ...sampleOf('refund'),
    id: newId('re_3'),
    amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: charge.payment_method_details?.type === 'card' ? 'succeeded' : 'pending',
  };
  payment.refunds.push(refund);
  recount(payment, charge);
  const previous = { amount_refunded: before, refunded: false };
  return [
    { type: 'refund.created', object: refund },
    { type: 'charge.refunded', object: charge, previous },
  ];
};

const setStatus = (refund: Refund, status: 'succeeded' | 'failed'): EventDraft => {
  const previous = { status: refund.status };
  refund.status = status;
  return { type: 'refund.updated', object: refund, previous };
};

/** The refunds that have reached a bank account by now. */
export const finishRefunds = ({ refunds }: Payment): EventDraft[] => {
  const latest = Date.now() / 1000 - BANK_REFUND_TAKES_IN_SECONDS;
  return refunds
    .filter(({ status, created }) => status === 'pending' && created <= latest)
    .map((refund) => setStatus(refund, 'succeeded'));
};

/** The buyer's bank rejects a refund, and the money returns to the shop. */
export const failRefund = (state: State, id: string): EventDrafts => {
  const payment = findPayment(state, id);
  const refund = byId(payment.refunds, id, 'refund');
  const updated = setStatus(refund, 'failed');
  recount(payment, paidCharge(payment));
  return [{ type: 'refund.failed', object: refund }, updated];
};
