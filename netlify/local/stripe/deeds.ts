import { discountSession, expireSession, settleBankDebit } from './checkout.ts';
import { closeDispute, openDispute, warnOfFraud } from './disputes.ts';
import { noSuch } from './errors.ts';
import { BY_ITSELF } from './journal.ts';
import { disputeObject, warningObject } from './objects/dispute.ts';
import { eventObject } from './objects/event.ts';
import { refundObject } from './objects/refund.ts';
import { sessionObject } from './objects/session.ts';
import { failRefund, refundPayment, type RefundOptions } from './refunds.ts';
import { commit, type Services } from './services.ts';
import { findPayment } from './store.ts';

/**
 * What a person would do in Stripe's dashboard, or a bank by itself. A payment may be named by
 * any of its ids. Each deed answers the object that it changed; one that cannot be done throws.
 */
export const createDeeds = (services: Services) => {
  const { store, outbox } = services;

  const paymentOf = (id: string) => {
    const payment = findPayment(store.state, id);
    if (!payment) throw noSuch('payment', id);
    return payment;
  };

  return {
    paymentOf,
    discount: (id: string, amount: number) => {
      const change = discountSession(paymentOf(id), amount);
      commit(services, change, BY_ITSELF);
      return sessionObject(change.payment);
    },
    refund: (id: string, options: RefundOptions) => {
      const change = refundPayment(paymentOf(id), options, Date.now());
      commit(services, change, BY_ITSELF);
      return refundObject(change.payment, change.refund);
    },
    failRefund: (id: string) => {
      const change = failRefund(paymentOf(id), id);
      commit(services, change, BY_ITSELF);
      return refundObject(change.payment, change.refund);
    },
    dispute: (id: string) => {
      const change = openDispute(paymentOf(id), Date.now());
      commit(services, change, BY_ITSELF);
      return disputeObject(change.payment, change.dispute);
    },
    closeDispute: (id: string, status: 'won' | 'lost') => {
      const { payment, events } = closeDispute(paymentOf(id), id, status);
      commit(services, { payment, events }, BY_ITSELF);
      const dispute = payment.disputes.find((candidate) => candidate.id === id);
      if (!dispute) throw noSuch('dispute', id);
      return disputeObject(payment, dispute);
    },
    warn: (id: string) => {
      const change = warnOfFraud(paymentOf(id), Date.now());
      commit(services, change, BY_ITSELF);
      return warningObject(change.payment, change.warning);
    },
    settle: (id: string, outcome: 'succeeded' | 'failed') => {
      const change = settleBankDebit(paymentOf(id), outcome);
      commit(services, change, BY_ITSELF);
      return sessionObject(change.payment);
    },
    expire: (id: string) => {
      const change = expireSession(paymentOf(id));
      commit(services, change, BY_ITSELF);
      return sessionObject(change.payment);
    },
    /** Sends the event again under its own id and waits for the answer. */
    resend: async (id: string) => {
      const event = store.state.events.find((candidate) => candidate.id === id);
      if (!event) throw noSuch('event', id);
      event.held = false;
      await outbox.send(event);
      return eventObject(event);
    },
  };
};

export type Deeds = ReturnType<typeof createDeeds>;
