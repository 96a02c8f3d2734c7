import { isMoneyGone } from './dispute-statuses.ts';
import { byId, refuseIf } from './errors.ts';
import { type Charge, type Refund, newId, nowInSeconds, sampleOf } from './objects.ts';
import type { EventDrafts } from './outbox.ts';
import { type Payment, type State, findPayment, paidCharge } from './state.ts';

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
export const failRefund = (state: State, id: string): EventDrafts => {
  const payment = findPayment(state, id);
  const refund = byId(payment.refunds, id, 'refund');
  refund.status = 'failed';
  recount(payment, paidCharge(payment));
  return [
    { type: 'refund.failed', object: refund },
    { type: 'refund.updated', object: refund },
  ];
};
