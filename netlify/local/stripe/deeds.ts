import { discountSession, expireSession, settleBankDebit } from './checkout.ts';
import { type OPENINGS, openDispute, updateDispute } from './disputes.ts';
import { noSuch } from './errors.ts';
import { BY_ITSELF } from './journal.ts';
import { disputeObject, warningObject } from './objects/dispute.ts';
import { eventObject } from './objects/event.ts';
import { refundObject } from './objects/refund.ts';
import { sessionObject } from './objects/session.ts';
import { failRefund, refundPayment, type RefundOptions } from './refunds.ts';
import { commit, type Services } from './services.ts';
import type { DisputeStatus } from './state.ts';
import { findPayment } from './store.ts';
import { warnOfFraud } from './warnings.ts';

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
    dispute: (id: string, status: (typeof OPENINGS)[number]) => {
      const change = openDispute(paymentOf(id), status, Date.now());
      commit(services, change, BY_ITSELF);
      return disputeObject(change.payment, change.dispute);
    },
    updateDispute: (id: string, status: DisputeStatus) => {
      const change = updateDispute(paymentOf(id), id, status);
      commit(services, change, BY_ITSELF);
      return disputeObject(change.payment, change.dispute);
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
