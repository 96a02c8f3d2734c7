import { chargeEvent, type Change, type EventDraft } from './changes.ts';
import { badRequest } from './errors.ts';
import { newId } from './ids.ts';
import { formatAmount } from './money.ts';
import { isDisputed, paidAttempt, refundedAmount, totalAmount } from './objects/amounts.ts';
import { disputeObject, warningObject } from './objects/dispute.ts';
import { refundObject } from './objects/refund.ts';
import type { Attempt, DisputeRecord, Payment, RefundRecord, WarningRecord } from './state.ts';

/** Money goes back to a card at once, to a bank account some time later. */
const BANK_REFUND_DELAY_IN_MS = 2_000;

const seconds = (nowMs: number) => Math.floor(nowMs / 1000);

const chargeOf = (payment: Payment): Attempt => {
  const attempt = paidAttempt(payment);
  if (!attempt) {
    throw badRequest(
      `This PaymentIntent (${payment.intent?.id ?? 'none yet'}) does not have a successful charge.`,
    );
  }
  return attempt;
};

export type RefundOptions = Pick<RefundRecord, 'reason' | 'metadata'> & {
  /** Minor units; null refunds all that is left. */
  amount: number | null;
};

/** The errors say what Stripe's own say, with its codes. */
const checkRefund = (payment: Payment, attempt: Attempt, amount: number) => {
  const words = (cents: number) => formatAmount(cents, payment.currency);
  const left = totalAmount(payment) - refundedAmount(payment);
  if (payment.disputes.some(({ status }) => status !== 'won')) {
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
    created: seconds(nowMs),
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

/** `charge.refund.updated` is the older twin of `refund.updated`; such a refund fires both. */
export const finishRefunds = (payment: Payment): Change => {
  const finished: Payment = {
    ...payment,
    refunds: payment.refunds.map((refund) => ({ ...refund, status: 'succeeded' })),
  };
  const changed = finished.refunds.filter(
    (_, index) => payment.refunds[index]?.status === 'pending',
  );
  return {
    payment: finished,
    events: changed.flatMap((refund) => {
      const object = refundObject(finished, refund);
      const previousAttributes = { status: 'pending' };
      return [
        { type: 'refund.updated', object, previousAttributes },
        { type: 'charge.refund.updated', object, previousAttributes },
      ];
    }),
  };
};

export const openDispute = (
  payment: Payment,
  nowMs: number,
): Change & { dispute: DisputeRecord } => {
  const attempt = chargeOf(payment);
  if (isDisputed(payment)) throw badRequest('This payment has been disputed before.');
  const dispute: DisputeRecord = {
    id: newId('du_1'),
    created: seconds(nowMs),
    chargeId: attempt.id,
    amount: totalAmount(payment),
    status: 'needs_response',
  };
  const disputed: Payment = { ...payment, disputes: [...payment.disputes, dispute] };
  const object = disputeObject(disputed, dispute);
  return {
    payment: disputed,
    dispute,
    events: [
      { type: 'charge.dispute.created', object },
      { type: 'charge.dispute.funds_withdrawn', object },
    ],
  };
};

export const closeDispute = (payment: Payment, id: string, status: 'won' | 'lost'): Change => {
  const open = payment.disputes.find((dispute) => dispute.id === id);
  if (open?.status !== 'needs_response') throw badRequest(`Dispute ${id} is closed already.`);
  const dispute: DisputeRecord = { ...open, status };
  const closed: Payment = {
    ...payment,
    disputes: payment.disputes.map((other) => (other.id === id ? dispute : other)),
  };
  const object = disputeObject(closed, dispute);
  const reinstated: EventDraft[] =
    status === 'won' ? [{ type: 'charge.dispute.funds_reinstated', object }] : [];
  return {
    payment: closed,
    events: [
      { type: 'charge.dispute.closed', object, previousAttributes: { status: open.status } },
      ...reinstated,
    ],
  };
};

export const warnOfFraud = (
  payment: Payment,
  nowMs: number,
): Change & { warning: WarningRecord } => {
  const attempt = chargeOf(payment);
  const warning: WarningRecord = {
    id: newId('issfr_1'),
    created: seconds(nowMs),
    chargeId: attempt.id,
  };
  const warned: Payment = { ...payment, warnings: [...payment.warnings, warning] };
  return {
    payment: warned,
    warning,
    events: [{ type: 'radar.early_fraud_warning.created', object: warningObject(warned, warning) }],
  };
};
