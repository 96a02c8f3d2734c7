import { logInfo, logWarning } from '../http/log.ts';
import type { Source } from './facts.ts';
import { numberOf } from './order-names.ts';
import type { Reconciliation } from './reconcile.ts';

/** By its number: the session's id is the buyer's key. */
export const logFulfilled = (sessionId: string, source: Source): void =>
  logInfo({ event: 'order fulfilled', order: numberOf(sessionId), source });

const doubted = new Set<string>();

/** Once by each instance, since the reconciler meets a session for three days. */
export const logDoubtful = (sessionId: string): void => {
  if (doubted.has(sessionId)) return;
  doubted.add(sessionId);
  const order = numberOf(sessionId);
  logWarning({ event: 'session of another make or price', order });
};

/** More would not fit into a line of Netlify's log; the whole report is kept with the orders. */
const ORDERS_LOGGED = 50;

/** One line per run; what was healed by the orders' numbers. Where it stopped is a session's id. */
export const logRun = (run: Reconciliation): void => {
  const { at, sessions, events, failed, healed, unreadSince } = run;
  const lacking = Object.keys(healed);
  const orders = lacking.slice(0, ORDERS_LOGGED).map(numberOf);
  const count = { sessions, events, failed, healed: lacking.length };
  logInfo({ event: 'reconciled', at, ...count, unreadSince, orders });
};
