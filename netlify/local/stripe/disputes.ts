import type { Change, EventDraft } from './changes.ts';
import { badRequest, noSuch } from './errors.ts';
import { newId } from './ids.ts';
import { totalAmount } from './objects/amounts.ts';
import { disputeObject } from './objects/dispute.ts';
import { chargeOf } from './paid-charge.ts';
import type { DisputeRecord, DisputeStatus, Payment } from './state.ts';

/** As what a bank may begin one. A prevented one is over at once, in favour of the buyer. */
export const OPENINGS = ['needs_response', 'warning_needs_response', 'prevented'] as const;

/** What may follow, by Stripe's statuses; a decision can be appealed by whoever it went against. */
export const NEXT_STATUSES: Record<DisputeStatus, readonly DisputeStatus[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: ['needs_response'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost', 'appeal_needs_response'],
  won: ['appeal_needs_response'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'lost'],
  appeal_under_review: ['won', 'lost'],
  prevented: [],
};

const WITH_THE_SHOP = new Set<DisputeStatus>([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'won',
]);

/** The bank has taken the money; it takes none for an inquiry. */
export const isMoneyGone = ({ status }: Pick<DisputeRecord, 'status'>): boolean =>
  !WITH_THE_SHOP.has(status);

const CLOSED = new Set<DisputeStatus>(['warning_closed', 'won', 'lost']);

const fundsEvents = (
  wasGone: boolean,
  dispute: DisputeRecord,
  object: EventDraft['object'],
): EventDraft[] => {
  const isGone = isMoneyGone(dispute);
  if (wasGone === isGone) return [];
  return [
    { type: isGone ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated', object },
  ];
};

export const openDispute = (
  payment: Payment,
  status: (typeof OPENINGS)[number],
  nowMs: number,
): Change & { dispute: DisputeRecord } => {
  const attempt = chargeOf(payment);
  const dispute: DisputeRecord = {
    id: newId('du_1'),
    created: Math.floor(nowMs / 1000),
    chargeId: attempt.id,
    amount: totalAmount(payment),
    status,
  };
  const disputed: Payment = { ...payment, disputes: [...payment.disputes, dispute] };
  const object = disputeObject(disputed, dispute);
  return {
    payment: disputed,
    dispute,
    events: [{ type: 'charge.dispute.created', object }, ...fundsEvents(false, dispute, object)],
  };
};

export const updateDispute = (
  payment: Payment,
  id: string,
  status: DisputeStatus,
): Change & { dispute: DisputeRecord } => {
  const before = payment.disputes.find((dispute) => dispute.id === id);
  if (!before) throw noSuch('dispute', id);
  if (!NEXT_STATUSES[before.status].includes(status)) {
    throw badRequest(`Dispute ${id} is ${before.status}; that cannot become ${status}.`);
  }
  const dispute: DisputeRecord = { ...before, status };
  const updated: Payment = {
    ...payment,
    disputes: payment.disputes.map((other) => (other.id === id ? dispute : other)),
  };
  const object = disputeObject(updated, dispute);
  const type = CLOSED.has(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';
  return {
    payment: updated,
    dispute,
    events: [
      { type, object, previousAttributes: { status: before.status } },
      ...fundsEvents(isMoneyGone(before), dispute, object),
    ],
  };
};
