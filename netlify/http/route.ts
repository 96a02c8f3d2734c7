import type { Config, Context } from '@netlify/functions';
import { during, newRequest } from '../current-request.ts';
import { secure } from './headers.ts';
import { logError, logRequest } from './log.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';

type Method = 'GET' | 'HEAD' | 'POST';

/** `params`: the named parts of the function's path, as in "/api/files/:ticket". */
type Handler = (request: Request, params: Context['params']) => Response | Promise<Response>;

export type Handlers = Partial<Record<Method, Handler>>;

/** Netlify sends ULIDs and `npm start` UUIDs. Anything else is a caller's own text, which must not reach the log. */
const REQUEST_ID = /^(?:[\dA-Z]{26}|[\da-f-]{36})$/;

/** Netlify's own id where there is one, which its log has too. */
const requestIdOf = (request: Request): string => {
  const given = request.headers.get('x-nf-request-id') ?? '';
  return REQUEST_ID.test(given) ? given : crypto.randomUUID();
};

/** Throws for a caller whom no handler may answer. */
type Guard = (request: Request) => Promise<unknown>;

const answer = async (
  handlers: Handlers,
  guard: Guard | undefined,
  ...[request, params]: Parameters<Handler>
) => {
  const handler = handlers[request.method as Method];
  if (!handler) {
    const allow = Object.keys(handlers).join(', ');
    throw new Problem('method_not_allowed', `This address only accepts ${allow}.`, { allow });
  }
  await guard?.(request);
  return handler(request, params);
};

/** The pattern of the path that was called. Several paths of one function have no parameters. */
const patternOf = ({ path = [] }: Config, { url }: Request): string => {
  const { pathname } = new URL(url);
  const paths: readonly string[] = [path].flat();
  return paths.find((one) => one === pathname) ?? paths[0] ?? 'by schedule';
};

/** A Netlify function from a handler per method. It answers errors as problem documents and logs each request. */
export const route =
  (config: Config, handlers: Handlers, guard?: Guard) =>
  (
    request: Request,
    { params, waitUntil }: Pick<Context, 'params' | 'waitUntil'>,
  ): Promise<Response> => {
    const startedAt = performance.now();
    const current = newRequest(requestIdOf(request), waitUntil);
    return during(current, async () => {
      const response = await answer(handlers, guard, request, params).catch((error: unknown) => {
        if (!(error instanceof Problem)) logError(error);
        return problemResponse(problemOf(error), current.id);
      });
      response.headers.set('x-request-id', current.id);
      const { status } = response;
      const ms = Math.round(performance.now() - startedAt);
      const answered = { route: patternOf(config, request), method: request.method, status, ms };
      logRequest(answered, current);
      return secure(response);
    });
  };
