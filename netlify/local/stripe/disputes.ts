import {
  type DisputeStatus,
  type InitialDisputeStatus,
  NEXT_DISPUTE_STATUSES,
  areFundsWithdrawn,
  isClosed,
  isInquiry,
} from './dispute-status.ts';
import { findStripeObject, stripeError } from './errors.ts';
import type { EventDraft, EventDrafts } from './events.ts';
import { cloneSample, newId, nowInSeconds } from './new-object.ts';
import type { Dispute } from './objects.ts';
import { type Payment, type StripeState, findPayment, findSucceededCharge } from './state.ts';

const RESPONSE_PERIOD_IN_SECONDS = 20 * 24 * 60 * 60;

const fundsEvents = (wereWithdrawn: boolean, dispute: Dispute): EventDraft[] => {
  const areWithdrawn = areFundsWithdrawn(dispute.status);
  if (areWithdrawn === wereWithdrawn) return [];
  const type = areWithdrawn ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated';
  return [{ type, object: dispute }];
};

export const openDispute = (payment: Payment, status: InitialDisputeStatus): EventDrafts => {
  const charge = findSucceededCharge(payment);
  const created = nowInSeconds();
  const sample = cloneSample('dispute');
  const dispute: Dispute = {
    ...sample,
    id: newId('du_1'),
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { ...sample.evidence_details, due_by: created + RESPONSE_PERIOD_IN_SECONDS },
    is_charge_refundable: isInquiry(status),
    payment_intent: charge.payment_intent,
    status,
  };
  payment.disputes.push(dispute);
  charge.disputed = true;
  return [{ type: 'charge.dispute.created', object: dispute }, ...fundsEvents(false, dispute)];
};

export const updateDispute = (
  state: StripeState,
  id: string,
  requestedStatus: string,
): EventDrafts => {
  const dispute = findStripeObject(findPayment(state, id).disputes, id, 'dispute');
  const previousStatus = dispute.status;
  const nextStatuses: readonly DisputeStatus[] = NEXT_DISPUTE_STATUSES[previousStatus];
  const status = nextStatuses.find((next) => next === requestedStatus);
  if (!status) {
    const message = `Dispute ${id} is ${previousStatus}; that cannot become ${requestedStatus}.`;
    throw stripeError(400, message);
  }
  dispute.status = status;
  dispute.is_charge_refundable = isInquiry(status);
  const type = isClosed(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';
  return [{ type, object: dispute }, ...fundsEvents(areFundsWithdrawn(previousStatus), dispute)];
};
