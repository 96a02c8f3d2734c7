import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type * as z from 'zod';
import { afterThisCall, cutOffAnswer, pause } from '../../kit/faults.ts';
import { StripeError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Cause, Services } from '../services.ts';
import { checkParams, parseForm } from './params.ts';

/** The variables of every API call. */
export type CallEnv = { Variables: { requestId: string } };

/** The checked parameters of a call: the query of a GET, the form of a POST. */
export const paramsOf = async <Output>({ req }: Context, schema: z.ZodType<Output>) =>
  checkParams(schema, parseForm(req.method === 'GET' ? new URL(req.url).search : await req.text()));

export const causeOf = (context: Context<CallEnv>): Cause => ({
  id: context.get('requestId'),
  idempotency_key: context.req.header('idempotency-key') ?? null,
});

export const identifyCall = createMiddleware<CallEnv>(async (context, next) => {
  context.set('requestId', newId('req_', 14));
  await next();
  const { headers } = context.res;
  if (!headers.has('request-id')) headers.set('request-id', context.get('requestId'));
});

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 8))}`;

export const checkKey = ({ secretKey }: Services) =>
  createMiddleware(async ({ req }, next) => {
    const key = /^Bearer (.+)$/.exec(req.header('authorization') ?? '')?.[1];
    if (key === secretKey) return next();
    throw new StripeError(
      401,
      key
        ? `Invalid API Key provided: ${masked(key)}`
        : 'You did not provide an API key. You need to provide it in the Authorization header.',
    );
  });

const faultOf = (status: number) =>
  status === 429
    ? new StripeError(429, 'Request rate limit exceeded.', { code: 'rate_limit' })
    : new StripeError(status, 'An unknown error occurred: the stand-in is set to fail.', {
        type: 'api_error',
      });

export const meetFaults = ({ faults }: Services) =>
  createMiddleware(async (context, next) => {
    const { api } = faults.settings;
    const { delayMs = 0, status, cutOff } = api ?? {};
    faults.settings = { ...faults.settings, api: afterThisCall(api) };
    if (delayMs > 0) await pause(delayMs);
    if (status !== undefined) throw faultOf(status);
    await next();
    if (cutOff) context.res = cutOffAnswer();
  });
