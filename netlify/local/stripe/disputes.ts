import type Stripe from 'stripe';
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
import {
  type StripeState,
  type Transaction,
  findSucceededCharge,
  findTransaction,
} from './state.ts';

const RESPONSE_PERIOD_IN_SECONDS = 20 * 24 * 60 * 60;

const DISPUTE_FEE_IN_CENTS = 1500;

const newBalanceTransaction = (
  { id, amount, currency }: Dispute,
  isWithdrawal: boolean,
): Stripe.BalanceTransaction => {
  const grossAmount = isWithdrawal ? -amount : amount;
  const fee = isWithdrawal ? DISPUTE_FEE_IN_CENTS : 0;
  const created = nowInSeconds();
  return {
    object: 'balance_transaction',
    id: newId('txn_1'),
    amount: grossAmount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: grossAmount - fee,
    reporting_category: isWithdrawal ? 'dispute' : 'dispute_reversal',
    source: id,
    status: 'available',
    type: 'adjustment',
  };
};

/** Withdraws or reinstates the money of a dispute whose status has changed. */
const moveFunds = (wereWithdrawn: boolean, dispute: Dispute): EventDraft[] => {
  const areWithdrawn = areFundsWithdrawn(dispute.status);
  if (areWithdrawn === wereWithdrawn) return [];
  dispute.balance_transactions.push(newBalanceTransaction(dispute, areWithdrawn));
  const type = areWithdrawn ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated';
  return [{ type, object: dispute }];
};

export const openDispute = (payment: Transaction, status: InitialDisputeStatus): EventDrafts => {
  const charge = findSucceededCharge(payment);
  const created = nowInSeconds();
  const sample = cloneSample('dispute');
  const dispute: Dispute = {
    ...sample,
    id: newId('du_1'),
    amount: charge.amount,
    balance_transactions: [],
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
  return [{ type: 'charge.dispute.created', object: dispute }, ...moveFunds(false, dispute)];
};

export const updateDispute = (
  state: StripeState,
  id: string,
  requestedStatus: string,
): EventDrafts => {
  const dispute = findStripeObject(findTransaction(state, id, 'dispute').disputes, id, 'dispute');
  const previousStatus = dispute.status;
  const nextStatuses: readonly DisputeStatus[] = NEXT_DISPUTE_STATUSES[previousStatus];
  const status = nextStatuses.find((next) => next === requestedStatus);
  if (!status) {
    const message = `Dispute ${id} cannot change from ${previousStatus} to ${requestedStatus}.`;
    throw stripeError(400, message);
  }
  dispute.status = status;
  dispute.is_charge_refundable = isInquiry(status);
  const type = isClosed(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';
  return [{ type, object: dispute }, ...moveFunds(areFundsWithdrawn(previousStatus), dispute)];
};
