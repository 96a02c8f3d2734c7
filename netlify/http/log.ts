import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProblemCode } from '#contract/problem.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { type CurrentRequest, currentRequest } from '../current-request.ts';
import { MisconfiguredError } from '../env.ts';

const describe = (error: unknown): Record<string, string> => {
  if (error instanceof Unavailable) return { service: error.service, reason: error.reason };
  if (error instanceof MisconfiguredError) return { name: error.name, detail: error.message };
  return { name: error instanceof Error ? error.name : typeof error };
};

/** `logError` as of now: a stream goes on where the request that it answers is known no more. */
export const boundLogError = (): ((error: unknown) => void) => AsyncLocalStorage.bind(logError);

const lineOf = (level: 'error' | 'warn' | 'info', what: Record<string, unknown>): string =>
  JSON.stringify({ level, requestId: currentRequest()?.id, ...what });

export const logInfo = (what: Record<string, unknown>): void => console.log(lineOf('info', what));

export const logWarning = (what: Record<string, unknown>): void =>
  console.warn(lineOf('warn', what));

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
  logWarning({ code, route, ...what });
};

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
