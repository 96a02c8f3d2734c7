import {
  type DisputeStatus,
  NEXT_STATUSES,
  type OPENINGS,
  isClosed,
  isInquiry,
  isMoneyGone,
} from './dispute-statuses.ts';
import { byId, stripeError } from './errors.ts';
import { type Dispute, newId, nowInSeconds, sampleOf } from './objects.ts';
import type { EventDraft, EventDrafts } from './outbox.ts';
import { type Payment, type State, findPayment, paidCharge } from './state.ts';

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

export const updateDispute = (state: State, id: string, wanted: string): EventDrafts => {
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
