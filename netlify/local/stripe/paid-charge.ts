import { badRequest } from './errors.ts';
import { paidAttempt } from './objects/amounts.ts';
import type { Attempt, Payment } from './state.ts';

/** The charge that can be refunded or disputed; throws when no money has come yet. */
export const chargeOf = (payment: Payment): Attempt => {
  const attempt = paidAttempt(payment);
  if (!attempt) {
    throw badRequest(
      `This PaymentIntent (${payment.intent?.id ?? 'none yet'}) does not have a successful charge.`,
    );
  }
  return attempt;
};
