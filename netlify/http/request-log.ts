import type { Config } from '@netlify/functions';
import type { CurrentRequest } from '../platform/current-request.ts';
import { logInfo } from './log.ts';

/** Returns the path's pattern, because the path itself may contain a buyer's key. */
const routeOf = ({ path = [] }: Config, request: Request): string => {
  const { pathname } = new URL(request.url);
  const patterns: readonly string[] = [path].flat();
  // If a function has several paths, only its first one has a wildcard.
  if (patterns.includes(pathname)) return pathname;
  return patterns[0] ?? 'by schedule';
};

type HandledRequest = {
  readonly config: Config;
  readonly request: Request;
  readonly current: CurrentRequest;
  readonly response: Response;
  readonly durationInMs: number;
};

/** `asked` counts the calls to each service, except those made while a download is streamed. */
export const logRequest = (handled: HandledRequest): void =>
  logInfo({
    event: 'request',
    route: routeOf(handled.config, handled.request),
    method: handled.request.method,
    status: handled.response.status,
    ms: Math.round(handled.durationInMs),
    asked: handled.current.asked,
  });
