import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { createMiddleware } from 'hono/factory';
import type * as z from 'zod';
import { cutOffAnswer, pause, takeFault } from '../../kit/faults.ts';
import { errorAnswer, errorBody } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Services } from '../services.ts';
import { checkParams, parseForm } from './params.ts';

/** The path of a call, and the id in it, as in /refunds/:id. */
type Call = { readonly path: string; readonly id: string };

/**
 * A router whose calls are answered with the result of `act`. It gets the checked parameters: the query of a GET, the
 * form of a POST.
 */
export const createCalls = () => {
  const app = new Hono();
  const add =
    (method: 'get' | 'post') =>
    <Params>(
      path: string,
      schema: z.ZodType<Params>,
      act: (params: Params, call: Call) => object,
    ): void =>
      void app[method](path, async (context) => {
        const { req } = context;
        const given = method === 'get' ? new URL(req.url).search : await req.text();
        const call = { path: req.path, id: req.param('id') ?? '' };
        const answer = act(checkParams(schema, parseForm(given)), call);
        return context.json(answer, 200, { 'request-id': newId('req_', 14) });
      });
  return { app, get: add('get'), post: add('post') };
};

export const checkKey = ({ secretKey: token }: Services) =>
  bearerAuth({
    token,
    noAuthenticationHeader: { message: errorBody('You did not provide an API key.') },
    invalidToken: { message: errorBody('Invalid API Key provided.') },
  });

const faultAnswer = (status: number) => {
  const details = status === 429 ? { code: 'rate_limit' } : { type: 'api_error' as const };
  return errorAnswer(status, 'The stand-in is set to fail.', details);
};

export const meetFaults = ({ faults }: Services) =>
  createMiddleware(async (context, next) => {
    const { delayMs, status, cutOff } = takeFault(faults.settings.api);
    await pause(delayMs);
    if (status !== undefined) return faultAnswer(status);
    await next();
    if (cutOff) context.res = cutOffAnswer();
    return undefined;
  });
