import type { Config, Context } from '@netlify/functions';
import { during, newRequest } from '../platform/current-request.ts';
import { logError, logInfo, logRefusal } from './log.ts';
import { isLoopback } from '../platform/loopback.ts';
import { secure } from './headers.ts';
import { limitFlood } from './limits.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';

type Method = 'GET' | 'HEAD' | 'POST';

/** `params`: the named parts of the function's path, as in "/api/files/:ticket". */
export type Handler = (request: Request, params: Context['params']) => Response | Promise<Response>;

export type Handlers = Partial<Record<Method, Handler>>;

/** Netlify sends ULIDs and `npm start` UUIDs. Anything else is a caller's own text, which must not reach the log. */
const REQUEST_ID = /^(?:[\dA-Z]{26}|[\da-f-]{36})$/;

/** Netlify's own id, which its log has too, or else a new one. */
const requestIdOf = (request: Request): string => {
  const given = request.headers.get('x-nf-request-id') ?? '';
  return REQUEST_ID.test(given) ? given : crypto.randomUUID();
};

/** Refuses a method. Throws 405 with Allow. */
export const allow = (...methods: string[]): never => {
  const names = methods.join(', ');
  throw new Problem('method_not_allowed', `This address only accepts ${names}.`, { allow: names });
};

/** All loopback names of one port are one site, since a browser may use any of them. */
const isSameSite = (origin: string, siteUrl: string): boolean => {
  if (origin === siteUrl) return true;
  const [given, own] = [URL.parse(origin), new URL(siteUrl)];
  if (given?.origin !== origin || !isLoopback(given) || !isLoopback(own)) return false;
  return given.protocol === own.protocol && given.port === own.port;
};

/**
 * Sec-Fetch-Site cannot be forged by a page (w3.org/TR/fetch-metadata). 'same-origin' is right under every name of the
 * shop, previews included. Older browsers, and all browsers on plain http, send only an Origin, which must be the
 * configured one; sandboxed frames send `null`. A request without either comes from a program, which could forge both.
 */
const isOwn = (headers: Headers, siteUrl: string): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === null || isSameSite(origin, siteUrl);
};

/** Throws 403 for a request that another site made its visitor's browser send. */
export const requireOwnOrigin = (request: Request, siteUrl: string, route: string): void => {
  if (isOwn(request.headers, siteUrl)) return;
  // A wrong PUBLIC_SITE_URL would refuse every buyer with an older browser.
  logRefusal('origin_not_allowed', route, { configured: siteUrl });
  throw new Problem('origin_not_allowed', 'Please open the shop itself and try again there.');
};

/** Link scanners send HEAD first (RFC 9110 section 9.3.2). */
const bodiless =
  (handler: Handler): Handler =>
  async (...call) =>
    new Response(null, await handler(...call));

const answer = async (
  handlers: Handlers | Handler,
  ...[request, params]: Parameters<Handler>
): Promise<Response> => {
  limitFlood(request);
  if (typeof handlers === 'function') return handlers(request, params);
  const { GET, HEAD = GET && bodiless(GET) } = handlers;
  const known = { ...handlers, ...(HEAD && { HEAD }) };
  const handler = known[request.method as Method];
  return handler ? handler(request, params) : allow(...Object.keys(known));
};

/** The pattern of the path that was called. Several paths of one function have no parameters. */
const patternOf = ({ path = [] }: Config, { url }: Request): string => {
  const { pathname } = new URL(url);
  const paths: readonly string[] = [path].flat();
  return paths.find((one) => one === pathname) ?? paths[0] ?? 'by schedule';
};

/** A Netlify function from a handler per method, or one for all methods. It returns errors as problem documents and logs each request. */
export const route =
  (config: Config, handlers: Handlers | Handler) =>
  (
    request: Request,
    { params, waitUntil }: Pick<Context, 'params' | 'waitUntil'>,
  ): Promise<Response> => {
    const startedAt = performance.now();
    const current = newRequest(requestIdOf(request), waitUntil);
    return during(current, async () => {
      const response = await answer(handlers, request, params).catch((error: unknown) => {
        if (!(error instanceof Problem)) logError(error);
        return problemResponse(problemOf(error), current.id);
      });
      response.headers.set('x-request-id', current.id);
      logInfo({
        event: 'request',
        // The address itself may hold a buyer's key.
        route: patternOf(config, request),
        method: request.method,
        status: response.status,
        // Until the answer begins. Calls during a download's stream are not counted.
        ms: Math.round(performance.now() - startedAt),
        asked: current.asked,
      });
      return secure(response);
    });
  };
