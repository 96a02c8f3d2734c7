import type Stripe from 'stripe';
import type { Payment } from '../state.ts';
import { chargeObject } from './charge.ts';
import { expandInside, type Expand } from './expand.ts';
import { intentObject } from './intent.ts';

type ChargeLinks = {
  charge: string | Stripe.Charge;
  payment_intent: string | Stripe.PaymentIntent;
};

/** The two references that refunds, disputes and warnings share, as ids or expanded. */
export const chargeLinks = (payment: Payment, chargeId: string, expand: Expand): ChargeLinks => {
  const attempt = payment.attempts.find(({ id }) => id === chargeId);
  if (!attempt || !payment.intent) throw new Error(`${payment.id} has no charge ${chargeId}`);
  const chargeExpand = expandInside(expand, 'charge');
  const intentExpand = expandInside(expand, 'payment_intent');
  return {
    charge: chargeExpand ? chargeObject(payment, attempt, chargeExpand) : attempt.id,
    payment_intent: intentExpand
      ? intentObject(payment, payment.intent, intentExpand)
      : payment.intent.id,
  };
};
