import type { Context } from '@netlify/functions';
import { Problem } from './problem.ts';

/** `params` are the named parts of the path: `ticket` in "/api/files/:ticket". */
export type Handler = (request: Request, params: Context['params']) => Response | Promise<Response>;

export type Handlers = Partial<Record<'GET' | 'HEAD' | 'POST', Handler>>;

export const methodNotAllowed = (allowedMethods: readonly string[]): Problem => {
  const allow = allowedMethods.join(', ');
  return new Problem('method_not_allowed', `This address only accepts ${allow}.`, { allow });
};

/** RFC 9110, section 9.3.2. */
const headFromGet =
  (get: Handler): Handler =>
  async (request, params) => {
    const { status, statusText, headers } = await get(request, params);
    return new Response(null, { status, statusText, headers });
  };

export const handleByMethod = (
  handlers: Handlers,
  request: Request,
  params: Context['params'],
): Response | Promise<Response> => {
  const byMethod = new Map<string, Handler>(Object.entries(handlers));
  if (handlers.GET && !handlers.HEAD) byMethod.set('HEAD', headFromGet(handlers.GET));
  const handler = byMethod.get(request.method);
  if (!handler) throw methodNotAllowed([...byMethod.keys()]);
  return handler(request, params);
};
