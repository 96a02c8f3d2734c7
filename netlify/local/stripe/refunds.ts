import { chargeEvent, type Change, type EventDraft } from './changes.ts';
import { isMoneyGone } from './disputes.ts';
import { badRequest, noSuch } from './errors.ts';
import { newId } from './ids.ts';
import { formatAmount } from './money.ts';
import { refundedAmount, totalAmount } from './objects/amounts.ts';
import { refundObject } from './objects/refund.ts';
import { chargeOf } from './paid-charge.ts';
import type { Attempt, Payment, RefundRecord } from './state.ts';

/** Money goes back to a card at once, to a bank account some time later. */
const BANK_REFUND_DELAY_IN_MS = 2_000;

export type RefundOptions = Pick<RefundRecord, 'reason' | 'metadata'> & {
  /** Minor units; null refunds all that is left. */
  amount: number | null;
};

/** The errors say what Stripe's own say, with its codes. */
const checkRefund = (payment: Payment, attempt: Attempt, amount: number) => {
  const words = (cents: number) => formatAmount(cents, payment.currency);
  const left = totalAmount(payment) - refundedAmount(payment);
  if (payment.disputes.some(isMoneyGone)) {
    throw badRequest(`Charge ${attempt.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw badRequest(`Charge ${attempt.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > left) {
    const limit =
      left === totalAmount(payment)
        ? `charge amount (${words(left)})`
        : `unrefunded amount on charge (${words(left)})`;
    throw badRequest(`Refund amount (${words(amount)}) is greater than ${limit}`, {
      param: 'amount',
    });
  }
  if (amount < 1) {
    throw badRequest('Invalid positive integer', {
      param: 'amount',
      code: 'parameter_invalid_integer',
    });
  }
};

export const refundPayment = (
  payment: Payment,
  { amount, reason, metadata }: RefundOptions,
  nowMs: number,
): Change & { refund: RefundRecord } => {
  const attempt = chargeOf(payment);
  const before = refundedAmount(payment);
  const refunding = amount ?? totalAmount(payment) - before;
  checkRefund(payment, attempt, refunding);
  const toBank = attempt.method.type === 'us_bank_account';
  const refund: RefundRecord = {
    id: newId('re_3'),
    created: Math.floor(nowMs / 1000),
    chargeId: attempt.id,
    amount: refunding,
    reason,
    metadata,
    status: toBank ? 'pending' : 'succeeded',
    balanceTransactionId: newId('txn_1'),
  };
  const refunded: Payment = {
    ...payment,
    refunds: [...payment.refunds, refund],
    due: toBank
      ? [...payment.due, { deed: 'finish_refunds', atMs: nowMs + BANK_REFUND_DELAY_IN_MS }]
      : payment.due,
  };
  return {
    payment: refunded,
    refund,
    events: [
      { type: 'refund.created', object: refundObject(refunded, refund) },
      chargeEvent('charge.refunded', refunded, attempt, {
        amount_refunded: before,
        refunded: false,
      }),
    ],
  };
};

const withStatus = (
  payment: Payment,
  changing: RefundRecord[],
  status: RefundRecord['status'],
): Payment => ({
  ...payment,
  refunds: payment.refunds.map((refund) =>
    changing.includes(refund) ? { ...refund, status } : refund,
  ),
});

/** `charge.refund.updated` is the older twin of `refund.updated`; such a refund fires both. */
const updateEvents = (before: RefundRecord[], payment: Payment): EventDraft[] =>
  before.flatMap(({ id, status }) => {
    const refund = payment.refunds.find((candidate) => candidate.id === id);
    if (!refund) return [];
    const update = { object: refundObject(payment, refund), previousAttributes: { status } };
    return [
      { type: 'refund.updated', ...update },
      { type: 'charge.refund.updated', ...update },
    ];
  });

export const finishRefunds = (payment: Payment): Change => {
  const pending = payment.refunds.filter(({ status }) => status === 'pending');
  const finished = withStatus(payment, pending, 'succeeded');
  return { payment: finished, events: updateEvents(pending, finished) };
};

/** The buyer's bank would not take the money: it comes back to the shop. */
export const failRefund = (payment: Payment, id: string): Change & { refund: RefundRecord } => {
  const failing = payment.refunds.filter((refund) => refund.id === id);
  const failed = withStatus(payment, failing, 'failed');
  const refund = failed.refunds.find((candidate) => candidate.id === id);
  if (!refund) throw noSuch('refund', id);
  return {
    payment: failed,
    refund,
    events: [
      { type: 'refund.failed', object: refundObject(failed, refund) },
      ...updateEvents(failing, failed),
    ],
  };
};
