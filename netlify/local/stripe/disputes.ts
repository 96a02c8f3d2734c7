import type { Change, EventDraft } from './changes.ts';
import { badRequest } from './errors.ts';
import { newId } from './ids.ts';
import { isDisputed, totalAmount } from './objects/amounts.ts';
import { disputeObject, warningObject } from './objects/dispute.ts';
import { chargeOf } from './paid-charge.ts';
import type { DisputeRecord, Payment, WarningRecord } from './state.ts';

export const openDispute = (
  payment: Payment,
  nowMs: number,
): Change & { dispute: DisputeRecord } => {
  const attempt = chargeOf(payment);
  if (isDisputed(payment)) throw badRequest('This payment has been disputed before.');
  const dispute: DisputeRecord = {
    id: newId('du_1'),
    created: Math.floor(nowMs / 1000),
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
    created: Math.floor(nowMs / 1000),
    chargeId: attempt.id,
  };
  const warned: Payment = { ...payment, warnings: [...payment.warnings, warning] };
  return {
    payment: warned,
    warning,
    events: [{ type: 'radar.early_fraud_warning.created', object: warningObject(warned, warning) }],
  };
};
