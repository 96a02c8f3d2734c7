import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProblemCode } from '#contract/problem.ts';
import { MisconfiguredError } from './env.ts';
import { Unavailable } from './unavailable.ts';

/** Gathered while a request is answered, for its line in the log. */
export type CurrentRequest = {
  readonly id: string;
  /** How often each service was asked. */
  readonly asked: Record<'redis' | 'stripe' | 'blobs' | 'mail', number>;
  /** Keeps the function running until the work is done, after its answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
};

const requests = new AsyncLocalStorage<CurrentRequest>();

export const newRequest = (id: string, waitUntil: CurrentRequest['waitUntil']): CurrentRequest => ({
  id,
  asked: { redis: 0, stripe: 0, blobs: 0, mail: 0 },
  waitUntil,
});

/** Runs work whose logs and questions belong to a request. */
export const during = <T>(request: CurrentRequest, work: () => T): T => requests.run(request, work);

export const countAsked = (service: keyof CurrentRequest['asked']): void => {
  const request = requests.getStore();
  if (request) request.asked[service] += 1;
};

/** Begins work that the answer does not wait for. It must not reject. */
export const afterAnswer = (work: () => Promise<void>): void =>
  requests.getStore()?.waitUntil(work());

const describe = (error: unknown): Record<string, string> => {
  if (error instanceof Unavailable) return { service: error.service, reason: error.reason };
  if (error instanceof MisconfiguredError) return { name: error.name, detail: error.message };
  return { name: error instanceof Error ? error.name : typeof error };
};

/** It has no id outside a request, and in a stream after its answer has begun. */
const lineOf = (level: 'error' | 'warn' | 'info', what: Record<string, unknown>): string =>
  JSON.stringify({ level, requestId: requests.getStore()?.id, ...what });

export const logInfo = (what: Record<string, unknown>): void => console.log(lineOf('info', what));

export const logWarning = (what: Record<string, unknown>): void =>
  console.warn(lineOf('warn', what));

/** One line per error. A vendor's error is logged by name only, since its message and stack may quote what was sent. */
export const logError = (error: unknown): void => {
  console.error(lineOf('error', describe(error)));
};

const lastWarned = new Map<string, number>();

/**
 * Logs that a caller was refused, at most once a minute for each code and route, so that a flood does not flood the
 * log. `what` must hold nothing that the caller sent.
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
