import { badRequest, noSuch } from './errors.ts';
import type { Charge, Payment, State } from './state.ts';

/** The payment that a session, payment intent, charge, refund or dispute belongs to. */
export const findPayment = ({ payments }: State, id: string): Payment => {
  const found = payments.find(({ session, intent, charge, refunds, disputes }) =>
    [session, intent, charge, ...refunds, ...disputes].some((one) => one?.id === id),
  );
  if (!found) throw noSuch('payment', id);
  return found;
};

/** The charge that can be refunded or disputed. Throws where no money has arrived. */
export const paidCharge = ({ charge, session }: Payment): Charge => {
  if (charge?.status === 'succeeded') return charge;
  throw badRequest(
    `This PaymentIntent (${session.payment_intent ?? 'none yet'}) does not have a successful charge.`,
  );
};
