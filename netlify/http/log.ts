import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProblemCode } from '#contract/problem.ts';
import type { Source } from '../orders/facts.ts';
import type { Reconciliation } from '../orders/reconcile.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { type CurrentRequest, currentRequest } from '../current-request.ts';
import { MisconfiguredError } from '../env.ts';
import { numberOf } from '../orders/order-names.ts';

const describe = (error: unknown): Record<string, string> => {
  if (error instanceof Unavailable) return { service: error.service, reason: error.reason };
  if (error instanceof MisconfiguredError) return { name: error.name, detail: error.message };
  return { name: error instanceof Error ? error.name : typeof error };
};

/** `logError` as of now: a stream goes on where the request that it answers is known no more. */
export const boundLogError = (): ((error: unknown) => void) => AsyncLocalStorage.bind(logError);

const lineOf = (level: 'error' | 'warn' | 'info', what: Record<string, unknown>): string =>
  JSON.stringify({ level, requestId: currentRequest()?.id, ...what });

/**
 * One line per error. Of errors that are not our own only the name is told: vendors quote in message
 * and stack what was sent.
 */
export const logError = (error: unknown): void => {
  const what = describe(error);
  console.error(lineOf('error', what));
  currentRequest()?.errors.push(what);
};

const lastWarned = new Map<string, number>();

/**
 * A caller was refused: a flood, or a setting of ours that refuses everybody. One line a minute for each
 * code and route, or a flood would flood the log too. Nothing that the caller sent may be in `what`.
 */
export const logRefusal = (
  code: ProblemCode,
  route: string,
  what: Readonly<Record<string, string>> = {},
): void => {
  const minute = Math.floor(Date.now() / 60_000);
  const kind = `${code} ${route}`;
  if (lastWarned.get(kind) === minute) return;
  lastWarned.set(kind, minute);
  console.warn(lineOf('warn', { code, route, ...what }));
};

const logInfo = (what: Record<string, unknown>): void => console.log(lineOf('info', what));

type Answered = {
  /** The function's pattern, as in "/api/files/:ticket": what a caller puts there may be a buyer's key. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** Until the answer begins. What a download asks while its bytes leave is not in its line. */
  readonly ms: number;
};

/** One line per request, and nothing in it of who asks for what. */
export const logRequest = (answered: Answered, { asked }: CurrentRequest): void =>
  logInfo({ event: 'request', ...answered, asked });

/** By its number: the session's id is the buyer's key. */
export const logFulfilled = (sessionId: string, source: Source): void =>
  logInfo({ event: 'order fulfilled', order: numberOf(sessionId), source });

const doubted = new Set<string>();

/** Once by each instance, since the reconciler meets a session for three days. */
export const logDoubtful = (sessionId: string): void => {
  if (doubted.has(sessionId)) return;
  doubted.add(sessionId);
  const order = numberOf(sessionId);
  console.warn(lineOf('warn', { event: 'session of another make or price', order }));
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
