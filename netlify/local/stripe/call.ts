import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import qs from 'qs';
import type * as z from 'zod';
import { checkFields, cutOffResponse, takeFault } from '../kit/faults.ts';
import { type StandInResponse, respondOnce } from '../kit/state.ts';
import { errorResponse, stripeError } from './errors.ts';
import type { Services } from './services.ts';

const usedKey = (key: string) =>
  stripeError(400, `The key '${key}' was used for a call with other parameters.`, {
    type: 'idempotency_error',
  });

const failed = (status: number): StandInResponse => ({
  ...errorResponse(stripeError(500, 'The stand-in is set to fail.', { type: 'api_error' })),
  status,
});

/** The answer of a call, which may be one of Stripe's errors. */
const answerBy = (act: () => object): StandInResponse => {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (error instanceof HTTPException) return errorResponse(error);
    throw error;
  }
};

/** The path of a call, and the id in it, as in /refunds/:id. */
type Call = { readonly path: string; readonly id: string };

/**
 * A router whose calls are answered with the result of `act`. It gets the checked parameters: the query of a GET, the
 * form of a POST.
 */
export const createCalls = ({ state, save, faults, secretKey }: Services) => {
  const once = respondOnce({ state, save, usedKey });
  const app = new Hono().use(async ({ req }, next) => {
    if (req.header('authorization') === `Bearer ${secretKey}`) return next();
    throw stripeError(401, 'Invalid API Key provided.');
  });
  const add =
    (method: 'get' | 'post') =>
    <Params>(
      path: string,
      schema: z.ZodType<Params>,
      act: (params: Params, call: Call) => object,
    ): void =>
      void app[method](path, async ({ req }: Context) => {
        const { status, cutOff } = takeFault(faults.settings.api);
        const given = method === 'get' ? new URL(req.url).search : await req.text();
        const answer = once(req, given, () => {
          // `a[b]=1` and `a[0][b]=1` are nested. Refused parameters throw, so nothing is saved under their key.
          const fields = qs.parse(given, { arrayLimit: 100, depth: 10, ignoreQueryPrefix: true });
          const params = checkFields(schema, fields);
          if (status !== undefined) return failed(status);
          return answerBy(() => act(params, { path: req.path, id: req.param('id') ?? '' }));
        });
        return cutOff ? cutOffResponse() : answer;
      });
  return { app, get: add('get'), post: add('post') };
};
