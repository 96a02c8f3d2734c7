import type { Attempt, Payment } from '../state.ts';

/** Before any discount. */
export const subtotalAmount = (payment: Payment) =>
  payment.lines.reduce((total, line) => total + line.unitAmount * line.quantity, 0);

export const discountAmount = ({ discount }: Payment) => discount?.amount ?? 0;

export const totalAmount = (payment: Payment) => subtotalAmount(payment) - discountAmount(payment);

export const lastAttempt = (payment: Payment): Attempt | undefined => payment.attempts.at(-1);

/** The attempt that brought the money, if one did. */
export const paidAttempt = (payment: Payment): Attempt | undefined =>
  payment.attempts.find((attempt) => attempt.status === 'succeeded');

/** A refund that failed has brought the money back to the shop. */
export const refundedAmount = (payment: Payment) =>
  payment.refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((total, refund) => total + refund.amount, 0);

/** Stays true when the dispute is won, as Stripe's `disputed` does. */
export const isDisputed = (payment: Payment) => payment.disputes.length > 0;
