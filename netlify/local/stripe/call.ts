import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod';
import { cutOffAnswer, pause, takeFault } from '../kit/faults.ts';
import { answerOnce } from '../kit/idempotency.ts';
import { errorAnswer, errorBody, stripeError } from './errors.ts';
import { newId } from './objects.ts';
import { checkParams, parseForm } from './params.ts';
import type { Services } from './services.ts';

const type = 'idempotency_error';
const errors = {
  otherCall: (key: string) => {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    return stripeError(400, message, { type });
  },
  stillRunning: (key: string) => {
    const message = `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`;
    return stripeError(409, message, { type, code: 'idempotency_key_in_use' });
  },
};

/** The answer of a call, which may be one of Stripe's errors. */
const answerOf = (act: () => object): Response => {
  try {
    return Response.json(act(), { headers: { 'request-id': newId('req_', 14) } });
  } catch (error) {
    if (error instanceof HTTPException) return error.getResponse();
    throw error;
  }
};

const faultAnswer = (status: number): Response => {
  const details = status === 429 ? { code: 'rate_limit' } : { type: 'api_error' as const };
  return errorAnswer(status, 'The stand-in is set to fail.', details);
};

/** The path of a call, and the id in it, as in /refunds/:id. */
type Call = { readonly path: string; readonly id: string };

/**
 * A router whose calls are answered with the result of `act`. It gets the checked parameters: the query of a GET, the
 * form of a POST.
 */
export const createCalls = ({ state, save, faults, secretKey }: Services) => {
  const once = answerOnce({ state, save, errors });
  const app = new Hono().use(
    bearerAuth({
      token: secretKey,
      noAuthenticationHeader: { message: errorBody('You did not provide an API key.') },
      invalidToken: { message: errorBody('Invalid API Key provided.') },
    }),
  );
  const add =
    (method: 'get' | 'post') =>
    <Params>(
      path: string,
      schema: z.ZodType<Params>,
      act: (params: Params, call: Call) => object,
    ): void =>
      void app[method](path, async ({ req }: Context) => {
        const { delayMs, status, cutOff } = takeFault(faults.settings.api);
        // Stripe counts calls before it begins them, so nothing is saved under their keys.
        if (status === 429) return faultAnswer(status);
        const given = method === 'get' ? new URL(req.url).search : await req.text();
        const answer = await once(req, given, async () => {
          // An error thrown here is not saved either.
          const params = checkParams(schema, parseForm(given));
          await pause(delayMs);
          if (status !== undefined) return faultAnswer(status);
          return answerOf(() => act(params, { path: req.path, id: req.param('id') ?? '' }));
        });
        return cutOff ? cutOffAnswer() : answer;
      });
  return { app, get: add('get'), post: add('post') };
};
