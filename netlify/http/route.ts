import type { Context } from '@netlify/functions';
import { secure } from './headers.ts';
import { logError, loggingFor } from './log.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** `params`: what the function's path names, as in "/api/files/:ticket". */
type Handler = (request: Request, params: Context['params']) => Response | Promise<Response>;

export type Handlers = Partial<Record<Method, Handler>>;

/** Netlify's are ULIDs. Anything else would be a caller's own words, in our answer and our log. */
const REQUEST_ID = /^[\w-]{1,64}$/;

/** Netlify's own id where there is one, so that a buyer's report finds the platform's log too. */
const requestIdOf = (request: Request): string => {
  const given = request.headers.get('x-nf-request-id') ?? '';
  return REQUEST_ID.test(given) ? given : crypto.randomUUID();
};

const answer = async (handlers: Handlers, ...[request, params]: Parameters<Handler>) => {
  const handler = handlers[request.method as Method];
  if (handler) return handler(request, params);
  const allow = Object.keys(handlers).join(', ');
  throw new Problem('method_not_allowed', `This address answers ${allow}.`, { allow });
};

/** One function of Netlify's: a handler per method, every error a problem document. */
export const route =
  (handlers: Handlers) =>
  async (request: Request, { params }: Pick<Context, 'params'>): Promise<Response> => {
    const requestId = requestIdOf(request);
    return loggingFor(requestId, async () => {
      const response = await answer(handlers, request, params).catch((error: unknown) => {
        if (!(error instanceof Problem)) logError(error);
        return problemResponse(problemOf(error), requestId);
      });
      response.headers.set('x-request-id', requestId);
      return secure(response);
    });
  };
