import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { createMiddleware } from 'hono/factory';
import type * as z from 'zod';
import { cutOffAnswer, pause, takeFault } from '../../kit/faults.ts';
import { errorAnswer, errorBody } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Cause, Services } from '../services.ts';
import { checkParams, parseForm } from './params.ts';

type CallEnv = { Variables: { requestId: string } };

type Call = {
  /** The id in the address, as in /disputes/:id. */
  readonly id: string;
  readonly path: string;
  /** For the events of the call. */
  readonly cause: Cause;
};

/**
 * A router whose calls are answered with the result of `act`. It gets the checked parameters: the query of a GET, the
 * form of a POST.
 */
export const createCalls = () => {
  const app = new Hono<CallEnv>();
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
        const key = req.header('idempotency-key') ?? null;
        const cause = { id: context.get('requestId'), idempotency_key: key };
        const call = { id: req.param('id') ?? '', path: req.path, cause };
        return context.json(act(checkParams(schema, parseForm(given)), call));
      });
  return { app, get: add('get'), post: add('post') };
};

export type Calls = ReturnType<typeof createCalls>;

export const identifyCall = createMiddleware<CallEnv>(async (context, next) => {
  context.set('requestId', newId('req_', 14));
  await next();
  context.res.headers.set('request-id', context.get('requestId'));
});

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
