import type Stripe from 'stripe';
import { badRequest, noSuch } from './errors.ts';
import { newId, nowInSeconds } from './ids.ts';
import {
  DISPUTE,
  DISPUTED_CARD,
  type DisputeStatus,
  EVIDENCE_DETAILS,
  NEXT_STATUSES,
  type OPENINGS,
} from './objects/dispute.ts';
import { findPayment, paidCharge } from './payment.ts';
import type { EventDraft, EventDrafts } from './services.ts';
import type { Dispute, Payment, State } from './state.ts';

const TIME_TO_ANSWER_IN_SECONDS = 20 * 86_400;

type Opening = (typeof OPENINGS)[number];

/** In an inquiry the bank asks questions and takes no money yet. */
const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_');

export const isMoneyGone = ({ status }: Pick<Dispute, 'status'>): boolean =>
  !isInquiry(status) && status !== 'won';

const isClosed = (status: DisputeStatus): boolean =>
  ['warning_closed', 'won', 'lost'].includes(status);

/** The fields of a dispute that depend on its status. */
const statusFields = (status: DisputeStatus) => {
  const case_type: Stripe.Dispute.PaymentMethodDetails.Card.CaseType =
    status === 'prevented' ? 'resolution' : isInquiry(status) ? 'inquiry' : 'chargeback';
  return {
    status,
    is_charge_refundable: isInquiry(status),
    payment_method_details: { type: 'card', card: { ...DISPUTED_CARD, case_type } },
  } satisfies Partial<Stripe.Dispute>;
};

const fundsEvents = (wasGone: boolean, dispute: Dispute): EventDraft[] => {
  const isGone = isMoneyGone(dispute);
  if (wasGone === isGone) return [];
  return [{ type: `charge.dispute.funds_${isGone ? 'withdrawn' : 'reinstated'}`, object: dispute }];
};

export const openDispute = (payment: Payment, status: Opening): EventDrafts => {
  const charge = paidCharge(payment);
  const created = nowInSeconds();
  const dispute: Dispute = {
    ...DISPUTE,
    ...statusFields(status),
    id: newId('du_1'),
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { ...EVIDENCE_DETAILS, due_by: created + TIME_TO_ANSWER_IN_SECONDS },
    payment_intent: charge.payment_intent,
  };
  payment.disputes.push(dispute);
  charge.disputed = true;
  return [{ type: 'charge.dispute.created', object: dispute }, ...fundsEvents(false, dispute)];
};

export const findDispute = (state: State, id: string): Dispute => {
  const dispute = findPayment(state, id).disputes.find((one) => one.id === id);
  if (!dispute) throw noSuch('dispute', id, 'dispute');
  return dispute;
};

export const updateDispute = (dispute: Dispute, wanted: string): EventDrafts => {
  const before = dispute.status;
  const status = NEXT_STATUSES[before].find((next) => next === wanted);
  if (!status)
    throw badRequest(`Dispute ${dispute.id} is ${before}; that cannot become ${wanted}.`);
  Object.assign(dispute, statusFields(status));
  const type = isClosed(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';
  return [
    { type, object: dispute, previous: { status: before } },
    ...fundsEvents(isMoneyGone({ status: before }), dispute),
  ];
};
