import { expireSession } from './checkout/session.ts';
import { openDispute } from './disputes.ts';
import { finishRefunds } from './refunds.ts';
import { commit, type EventDraft, type Services } from './services.ts';
import type { Payment, ScheduledAction } from './state.ts';

const PERFORM: Record<ScheduledAction, (payment: Payment) => EventDraft[]> = {
  finish_refunds: finishRefunds,
  // A developer may have opened one in the meantime.
  dispute: (payment) => (payment.disputes.length > 0 ? [] : openDispute(payment, 'needs_response')),
};

/** Carries out everything that is due by now. Cheap when nothing is. */
export const runScheduled = (services: Services) => {
  const nowMs = Date.now();
  for (const payment of services.store.state.payments) {
    const { session, scheduled } = payment;
    const isOver = session.status === 'open' && session.expires_at * 1000 <= nowMs;
    if (isOver) commit(services, expireSession(session));
    for (const one of scheduled.filter(({ atMs }) => atMs <= nowMs)) {
      payment.scheduled = payment.scheduled.filter((other) => other !== one);
      commit(services, PERFORM[one.action](payment));
    }
  }
};
