import { byId, refuseIf, stripeError } from './errors.ts';
import {
  type Charge,
  type Dispute,
  type DisputeStatus,
  NEXT_STATUSES,
  type Refund,
  newId,
  nowInSeconds,
  sampleOf,
} from './objects.ts';
import type { EventDraft, EventDrafts } from './outbox.ts';
import { type Payment, type StripeState, findPayment, paidCharge } from './state.ts';

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
  const left = charge.amount - charge.amount_refunded;
  const amount = wanted ?? left;
  refuseIf(payment.disputes.some(isMoneyGone), `Charge ${charge.id} has been charged back.`);
  refuseIf(left === 0, `Charge ${charge.id} has already been refunded.`);
  refuseIf(amount > left, 'The refund is greater than the unrefunded amount of the charge.');
  const refund: Refund = {
    ...sampleOf('refund'),
    id: newId('re_3'),
    amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
  };
  payment.refunds.push(refund);
  recount(payment, charge);
  return [
    { type: 'refund.created', object: refund },
    { type: 'charge.refunded', object: charge },
  ];
};

/** The buyer's bank rejects a refund, and the money returns to the shop. */
export const failRefund = (state: StripeState, id: string): EventDrafts => {
  const payment = findPayment(state, id);
  const refund = byId(payment.refunds, id, 'refund');
  refund.status = 'failed';
  recount(payment, paidCharge(payment));
  return [
    { type: 'refund.failed', object: refund },
    { type: 'refund.updated', object: refund },
  ];
};

/** The statuses that a dispute can start with. A prevented one ends at once, in favor of the buyer. */
export const OPENINGS = ['needs_response', 'warning_needs_response', 'prevented'] as const;

/** In an inquiry the bank asks questions and takes no money yet. */
const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_');

export const isMoneyGone = ({ status }: { status: DisputeStatus }): boolean =>
  !isInquiry(status) && status !== 'won';

const isClosed = (status: DisputeStatus): boolean =>
  ['warning_closed', 'won', 'lost'].includes(status);

const TIME_TO_ANSWER_IN_SECONDS = 20 * 86_400;

const fundsEvents = (wasGone: boolean, dispute: Dispute): EventDraft[] => {
  const isGone = isMoneyGone(dispute);
  if (wasGone === isGone) return [];
  return [{ type: `charge.dispute.funds_${isGone ? 'withdrawn' : 'reinstated'}`, object: dispute }];
};

export const openDispute = (payment: Payment, status: (typeof OPENINGS)[number]): EventDrafts => {
  const charge = paidCharge(payment);
  const created = nowInSeconds();
  const sample = sampleOf('dispute');
  const dispute: Dispute = {
    ...sample,
    id: newId('du_1'),
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { ...sample.evidence_details, due_by: created + TIME_TO_ANSWER_IN_SECONDS },
    is_charge_refundable: isInquiry(status),
    payment_intent: charge.payment_intent,
    status,
  };
  payment.disputes.push(dispute);
  charge.disputed = true;
  return [{ type: 'charge.dispute.created', object: dispute }, ...fundsEvents(false, dispute)];
};

export const updateDispute = (state: StripeState, id: string, wanted: string): EventDrafts => {
  const dispute = byId(findPayment(state, id).disputes, id, 'dispute');
  const { status: before } = dispute;
  const status: DisputeStatus | undefined = NEXT_STATUSES[before].find((next) => next === wanted);
  if (!status) throw stripeError(400, `Dispute ${id} is ${before}; that cannot become ${wanted}.`);
  const wasGone = isMoneyGone(dispute);
  dispute.status = status;
  dispute.is_charge_refundable = isInquiry(status);
  const type = isClosed(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';
  return [{ type, object: dispute }, ...fundsEvents(wasGone, dispute)];
};
