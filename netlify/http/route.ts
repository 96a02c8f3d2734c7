import type { Config, Context } from '@netlify/functions';
import { runInRequest, newRequest } from '../platform/current-request.ts';
import { limitFlood } from './flood.ts';
import { addMissingHeaders } from './headers.ts';
import { logError } from './log.ts';
import { type Handler, type Handlers, handleByMethod } from './methods.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';
import { requestIdOf } from './request-id.ts';
import { logRequest } from './request-log.ts';

type NetlifyFunction = (
  request: Request,
  context: Pick<Context, 'params' | 'waitUntil'>,
) => Promise<Response>;

const handle = async (
  handlers: Handlers | Handler,
  request: Request,
  params: Context['params'],
): Promise<Response> => {
  limitFlood(request);
  if (typeof handlers === 'function') return handlers(request, params);
  return handleByMethod(handlers, request, params);
};

/**
 * Returns errors as problem documents, and logs each request.
 *
 *     export const config: Config = { path: '/api/products' };
 *     export default route(config, { GET: () => Response.json({ products }) });
 */
export const route =
  (config: Config, handlers: Handlers | Handler): NetlifyFunction =>
  (request, { params, waitUntil }) => {
    const startedAt = performance.now();
    const current = newRequest(requestIdOf(request), waitUntil);
    return runInRequest(current, async () => {
      let response: Response;
      try {
        response = await handle(handlers, request, params);
      } catch (error) {
        if (!(error instanceof Problem)) logError(error);
        response = problemResponse(problemOf(error), current.id);
      }
      response.headers.set('x-request-id', current.id);
      const durationInMs = performance.now() - startedAt;
      logRequest({ config, request, current, response, durationInMs });
      return addMissingHeaders(response);
    });
  };
