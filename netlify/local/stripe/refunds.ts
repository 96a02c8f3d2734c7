import { areFundsWithdrawn } from './dispute-status.ts';
import { findStripeObject, refuseIf } from './errors.ts';
import type { EventDrafts } from './events.ts';
import { cloneSample, newId, nowInSeconds } from './new-object.ts';
import type { Charge, Refund } from './objects.ts';
import {
  type StripeState,
  type Transaction,
  findSucceededCharge,
  findTransaction,
} from './state.ts';

/** Does not count failed refunds. */
const updateRefundedAmount = (charge: Charge, refunds: readonly Refund[]) => {
  let refundedAmount = 0;
  for (const { status, amount } of refunds) {
    if (status !== 'failed') refundedAmount += amount;
  }
  charge.amount_refunded = refundedAmount;
  charge.refunded = refundedAmount === charge.amount;
};

/** Refunds `requestedAmount` (in minor units), or everything that is not refunded yet. */
export const refundPayment = (
  payment: Transaction,
  requestedAmount: number | undefined,
): EventDrafts => {
  const charge = findSucceededCharge(payment);
  const refundableAmount = charge.amount - charge.amount_refunded;
  const amount = requestedAmount ?? refundableAmount;
  refuseIf(
    payment.disputes.some(({ status }) => areFundsWithdrawn(status)),
    `Charge ${charge.id} has been charged back.`,
    { code: 'charge_disputed' },
  );
  refuseIf(refundableAmount === 0, `Charge ${charge.id} has already been refunded.`, {
    code: 'charge_already_refunded',
  });
  refuseIf(
    amount > refundableAmount,
    'The refund is greater than the unrefunded amount of the charge.',
  );
  const refund: Refund = {
    ...cloneSample('refund'),
    id: newId('re_3'),
    amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
  };
  payment.refunds.push(refund);
  updateRefundedAmount(charge, payment.refunds);
  return [
    { type: 'refund.created', object: refund },
    { type: 'charge.refunded', object: charge },
  ];
};

/** The buyer's bank rejects a refund, and the money returns to the shop. */
export const failRefund = (state: StripeState, id: string): EventDrafts => {
  const payment = findTransaction(state, id, 'refund');
  const refund = findStripeObject(payment.refunds, id, 'refund');
  refund.status = 'failed';
  updateRefundedAmount(findSucceededCharge(payment), payment.refunds);
  return [
    { type: 'refund.failed', object: refund },
    { type: 'refund.updated', object: refund },
  ];
};
