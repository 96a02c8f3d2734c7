import { expireSession } from './checkout/session.ts';
import { settleBankDebit } from './checkout/pay.ts';
import { openDispute, warnOfFraud } from './disputes.ts';
import { findPayment } from './payment.ts';
import { finishRefunds } from './refunds.ts';
import { commit, type EventDraft, type Services } from './services.ts';
import type { ScheduledAction, State } from './state.ts';

type Perform = (state: State, session: string) => EventDraft[];

const PERFORM: Record<ScheduledAction['action'], Perform> = {
  settle: (state, session) => settleBankDebit(state, session, 'succeeded'),
  fail: (state, session) => settleBankDebit(state, session, 'failed'),
  finish_refunds: (state, session) => finishRefunds(findPayment(state, session)),
  warn: warnOfFraud,
  // A developer may have opened one in the meantime.
  dispute: (state, session) =>
    findPayment(state, session).disputes.length > 0
      ? []
      : openDispute(state, session, 'needs_response'),
};

/** Carries out everything that is due by now. Cheap when nothing is. */
export const runScheduled = (services: Services) => {
  const { state } = services.store;
  const nowMs = Date.now();
  for (const session of state.sessions) {
    const isOver = session.status === 'open' && session.expires_at * 1000 <= nowMs;
    if (isOver) commit(services, expireSession(session));
  }
  const ready = state.scheduled.filter(({ atMs }) => atMs <= nowMs);
  for (const one of ready) {
    state.scheduled = state.scheduled.filter((other) => other !== one);
    commit(services, PERFORM[one.action](state, one.session));
  }
};
