import type { ProblemCode } from '#contract/problem.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { currentRequest } from '../platform/current-request.ts';
import { MisconfiguredError } from '../platform/env.ts';

const describe = (error: unknown): Record<string, string> => {
  if (error instanceof Unavailable) return { service: error.service, reason: error.reason };
  if (error instanceof MisconfiguredError) return { name: error.name, detail: error.message };
  return { name: error instanceof Error ? error.name : typeof error };
};

const lineOf = (level: 'error' | 'warn' | 'info', what: Record<string, unknown>): string =>
  JSON.stringify({ level, requestId: currentRequest()?.id, ...what });

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
