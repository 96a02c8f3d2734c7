import type { ProblemCode } from '#contract/problem.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { currentRequest } from '../platform/current-request.ts';
import { MisconfiguredError } from '../platform/env.ts';

type Fields = Readonly<Record<string, unknown>>;

const formatLine = (level: 'error' | 'warn' | 'info', fields: Fields): string =>
  JSON.stringify({ level, requestId: currentRequest()?.id, ...fields });

export const logInfo = (fields: Fields): void => console.log(formatLine('info', fields));

export const logWarning = (fields: Fields): void => console.warn(formatLine('warn', fields));

/** A vendor's message may quote the request, so only the error's name is logged. */
const fieldsOfError = (error: unknown): Fields => {
  if (error instanceof Unavailable) return { service: error.service, reason: error.reason };
  if (error instanceof MisconfiguredError) return { name: error.name, detail: error.message };
  return { name: error instanceof Error ? error.name : typeof error };
};

export const logError = (error: unknown): void => {
  console.error(formatLine('error', fieldsOfError(error)));
};

const lastLoggedMinute = new Map<string, number>();

/**
 * Logs at most once a minute for each code and route. `fields` must not contain anything that the
 * client sent.
 */
export const logRefusal = (
  code: ProblemCode,
  route: string,
  fields: Readonly<Record<string, string>> = {},
): void => {
  const minute = Math.floor(Date.now() / 60_000);
  const key = `${code} ${route}`;
  if (lastLoggedMinute.get(key) === minute) return;
  lastLoggedMinute.set(key, minute);
  logWarning({ code, route, ...fields });
};
