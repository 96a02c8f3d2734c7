import { expireSession } from './checkout/session.ts';
import { settleBankDebit } from './checkout/pay.ts';
import { openDispute, warnOfFraud } from './disputes.ts';
import { findPayment } from './payment.ts';
import { finishRefunds } from './refunds.ts';
import { commit, type EventDraft, type Services } from './services.ts';
import type { ScheduledAction, State } from './state.ts';

const perform = (state: State, { action, session }: ScheduledAction): EventDraft[] => {
  switch (action) {
    case 'settle':
      return settleBankDebit(state, session, 'succeeded');
    case 'fail':
      return settleBankDebit(state, session, 'failed');
    case 'finish_refunds':
      return finishRefunds(findPayment(state, session));
    case 'warn':
      return warnOfFraud(state, session);
    case 'dispute':
      // Someone may have opened one by hand in the meantime.
      if (findPayment(state, session).disputes.length > 0) return [];
      return openDispute(state, session, 'needs_response');
  }
};

/** Everything that time alone brings about. Cheap when there is nothing. */
export const runScheduled = (services: Services) => {
  const { state } = services.store;
  const nowMs = Date.now();
  const ready = state.scheduled.filter(({ atMs }) => atMs <= nowMs);
  for (const session of state.sessions) {
    const isOver = session.status === 'open' && session.expires_at * 1000 <= nowMs;
    if (isOver) commit(services, expireSession(session));
  }
  if (ready.length === 0) return;
  state.scheduled = state.scheduled.filter(({ atMs }) => atMs > nowMs);
  for (const action of ready) commit(services, perform(state, action));
};
