import { isMoneyGone } from './disputes.ts';
import { badRequest, noSuch } from './errors.ts';
import { newId, nowInSeconds } from './ids.ts';
import { formatAmount } from './totals.ts';
import { REFUND } from './objects/payment.ts';
import { findPayment, paidCharge } from './payment.ts';
import type { EventDraft, EventDrafts } from './services.ts';
import type { Charge, Payment, Refund, State } from './state.ts';

/** A refund to a bank account takes time. A refund to a card is immediate. */
const BANK_REFUND_DELAY_IN_MS = 2_000;

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

type RefundOptions = {
  /** In minor units. Without it, the whole rest is refunded. */
  amount?: number | null | undefined;
  reason?: (typeof REFUND_REASONS)[number] | null | undefined;
};

/** Throws with Stripe's messages and codes. */
const checkRefund = (payment: Payment, charge: Charge, amount: number, left: number) => {
  const format = (cents: number) => formatAmount(cents, charge.currency);
  if (payment.disputes.some(isMoneyGone)) {
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw badRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > left) {
    const most = `unrefunded amount on charge (${format(left)})`;
    const message = `Refund amount (${format(amount)}) is greater than ${most}`;
    throw badRequest(message, { param: 'amount' });
  }
};

/** Updates the refunded amount of a charge. A failed refund does not count. */
const recount = ({ refunds }: Payment, charge: Charge) => {
  charge.amount_refunded = refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((total, { amount }) => total + amount, 0);
  charge.refunded = charge.amount_refunded === charge.amount;
};

export const refundPayment = (payment: Payment, options: RefundOptions): EventDrafts => {
  const charge = paidCharge(payment);
  const before = charge.amount_refunded;
  const left = charge.amount - before;
  const amount = options.amount ?? left;
  checkRefund(payment, charge, amount, left);
  const toBank = charge.payment_method_details?.type === 'us_bank_account';
  const refund: Refund = {
    ...REFUND,
    id: newId('re_3'),
    amount,
    balance_transaction: newId('txn_1'),
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: options.reason ?? null,
    status: toBank ? 'pending' : 'succeeded',
  };
  payment.refunds.push(refund);
  recount(payment, charge);
  if (toBank) {
    const atMs = Date.now() + BANK_REFUND_DELAY_IN_MS;
    payment.scheduled.push({ action: 'finish_refunds', atMs });
  }
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

export const finishRefunds = ({ refunds }: Payment): EventDraft[] =>
  refunds
    .filter(({ status }) => status === 'pending')
    .map((refund) => setStatus(refund, 'succeeded'));

/** The buyer's bank rejects a refund, and the money returns to the shop. */
export const failRefund = (state: State, id: string): EventDrafts => {
  const payment = findPayment(state, id);
  const refund = payment.refunds.find((one) => one.id === id);
  if (!refund) throw noSuch('refund', id);
  const updated = setStatus(refund, 'failed');
  recount(payment, paidCharge(payment));
  return [{ type: 'refund.failed', object: refund }, updated];
};
