import { badRequest, noSuch } from './errors.ts';
import type { Charge, Payment, Session, State } from './state.ts';

export const paymentOf = (state: State, session: Session): Payment => {
  const id = session.payment_intent;
  const details = state.details[session.id];
  if (!details) throw new Error(`${session.id} has no details`);
  const isOfIntent = (object: { payment_intent: string }) => object.payment_intent === id;
  return {
    session,
    details,
    intent: state.intents.find((intent) => intent.id === id),
    charge: state.charges.findLast(isOfIntent),
    refunds: state.refunds.filter(isOfIntent),
    disputes: state.disputes.filter(isOfIntent),
    warnings: state.warnings.filter(isOfIntent),
  };
};

/** The payment that a session, payment intent, charge, refund, dispute or warning belongs to. */
export const findPayment = (state: State, id: string): Payment => {
  const { charges, refunds, disputes, warnings } = state;
  const part = [...charges, ...refunds, ...disputes, ...warnings].find((one) => one.id === id);
  const intent = part?.payment_intent ?? id;
  const session = state.sessions.find((one) => one.id === id || one.payment_intent === intent);
  if (!session) throw noSuch('payment', id);
  return paymentOf(state, session);
};

/** The charge that can be refunded or disputed. Throws where no money has arrived. */
export const paidCharge = ({ charge, session }: Payment): Charge => {
  if (charge?.status === 'succeeded') return charge;
  throw badRequest(
    `This PaymentIntent (${session.payment_intent ?? 'none yet'}) does not have a successful charge.`,
  );
};
