import { logInfo, logWarning } from '../http/log.ts';
import type { Source } from './facts.ts';
import { numberOf } from './order-names.ts';
import type { RunReport } from './reconcile.ts';

/** Logs the order's number: the session's id is the buyer's key. */
export const logFulfilled = (sessionId: string, source: Source): void =>
  logInfo({ event: 'order fulfilled', order: numberOf(sessionId), source });

const doubted = new Set<string>();

/** Once per instance, since the reconciler meets a session for three days. */
export const logDoubtful = (sessionId: string): void => {
  if (doubted.has(sessionId)) return;
  doubted.add(sessionId);
  logWarning({ event: 'session of another make or price', order: numberOf(sessionId) });
};

/** As many as fit into a line of Netlify's log. The whole report is kept in Redis. */
const ORDERS_LOGGED = 50;

/** Logs a run in one line, without the session id at which it stopped. */
export const logRun = ({ at, sessions, events, failed, healed, unreadSince }: RunReport): void => {
  const orders = Object.keys(healed).map(numberOf);
  const count = { sessions, events, failed, healed: orders.length };
  const listed = orders.slice(0, ORDERS_LOGGED);
  logInfo({ event: 'reconciled', at, ...count, unreadSince, orders: listed });
};
