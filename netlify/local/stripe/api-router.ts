import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import qs from 'qs';
import type * as z from 'zod';
import { checkFields } from '../shared/check-fields.ts';
import { cutOffResponse, takeFault } from '../shared/fault-injection.ts';
import { type StandInResponse, createRespondOnce } from '../shared/idempotency.ts';
import { errorResponse, stripeError } from './errors.ts';
import type { Services } from './services.ts';

const keyConflict = (key: string) =>
  stripeError(400, `The key '${key}' was used for a call with different parameters.`, {
    type: 'idempotency_error',
  });

const injectedError = (status: number): StandInResponse => ({
  ...errorResponse(stripeError(500, 'The stand-in is set to fail.', { type: 'api_error' })),
  status,
});

/** Stripe's SDK encodes nested parameters as `a[b]=1` and `a[0][b]=1`. */
const parseParameters = (encoded: string) =>
  qs.parse(encoded, { arrayLimit: 100, depth: 10, ignoreQueryPrefix: true });

/** Returns errors as responses too, because Stripe saves them under the idempotency key. */
const toResponse = (execute: () => object): StandInResponse => {
  try {
    return { status: 200, body: execute() };
  } catch (error) {
    if (error instanceof HTTPException) return errorResponse(error);
    throw error;
  }
};

type ApiCall = { readonly path: string; readonly id: string };

type Execute<Params> = (params: Params, call: ApiCall) => object;

export type ApiRouter = ReturnType<typeof createApiRouter>;

/** Routes receive validated parameters, from the query of a GET or the form body of a POST. */
export const createApiRouter = ({ state, save, faults, secretKey }: Services) => {
  const respondOnce = createRespondOnce({ state, save, keyConflict });
  const app = new Hono().use(async ({ req }, next) => {
    if (req.header('authorization') === `Bearer ${secretKey}`) return next();
    throw stripeError(401, 'Invalid API Key provided.');
  });

  const addRoute = <Params>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<Params>,
    execute: Execute<Params>,
  ): void => {
    app.on(method, path, async ({ req }) => {
      const { status, cutOff } = takeFault(faults.settings.api);
      const encoded = method === 'GET' ? new URL(req.url).search : await req.text();
      const response = respondOnce(req, encoded, () => {
        const params = checkFields(schema, parseParameters(encoded));
        if (status !== undefined) return injectedError(status);
        return toResponse(() => execute(params, { path: req.path, id: req.param('id') ?? '' }));
      });
      return cutOff ? cutOffResponse() : response;
    });
  };

  return {
    app,
    get: <Params>(path: string, schema: z.ZodType<Params>, execute: Execute<Params>): void =>
      addRoute('GET', path, schema, execute),
    post: <Params>(path: string, schema: z.ZodType<Params>, execute: Execute<Params>): void =>
      addRoute('POST', path, schema, execute),
  };
};
