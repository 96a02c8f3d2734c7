import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { StripeError, errorAnswer } from '../errors.ts';
import { parseForm } from '../form.ts';
import { newId } from '../ids.ts';
import type { Cause } from '../journal.ts';
import type { Services } from '../services.ts';
import { sleep } from '../sleep.ts';

/** What every API call carries. */
export type CallEnv = { Variables: { requestId: string } };

/** The parameters of a call: the query of a GET, the form of a POST. */
export const paramsOf = async (context: Context): Promise<unknown> =>
  parseForm(
    context.req.method === 'GET' ? new URL(context.req.url).search : await context.req.text(),
  );

export const causeOf = (context: Context<CallEnv>): Cause => ({
  requestId: context.get('requestId'),
  idempotencyKey: context.req.header('idempotency-key') ?? null,
});

export const identifyCall = createMiddleware<CallEnv>(async (context, next) => {
  context.set('requestId', newId('req_'));
  await next();
  const { headers } = context.res;
  if (!headers.has('request-id')) headers.set('request-id', context.get('requestId'));
});

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 8))}`;

export const checkKey = (secretKey: string) =>
  createMiddleware(async (context, next) => {
    const header = context.req.header('authorization') ?? '';
    const key = /^Bearer (.+)$/.exec(header)?.[1];
    if (key === secretKey) return next();
    return errorAnswer(
      new StripeError(401, {
        type: 'invalid_request_error',
        message: key
          ? `Invalid API Key provided: ${masked(key)}`
          : 'You did not provide an API key. You need to provide it in the Authorization header.',
      }),
    );
  });

/** Promises more bytes than it sends, then closes: to the client the connection has broken. */
const cutOffAnswer = () =>
  new Response('{', {
    headers: {
      'content-type': 'application/json',
      'content-length': '1000',
      connection: 'close',
    },
  });

const faultAnswer = (status: number) =>
  errorAnswer(
    status === 429
      ? new StripeError(429, {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Request rate limit exceeded.',
        })
      : new StripeError(status, {
          type: 'api_error',
          message: 'An unknown error occurred: the stand-in was told to fail.',
        }),
  );

export const meetFaults = ({ faults }: Services) =>
  createMiddleware(async (context, next) => {
    const fault = faults.takeApiFault();
    await sleep(fault.delayMs ?? 0);
    if (fault.status !== undefined) return faultAnswer(fault.status);
    await next();
    if (fault.cutOff) context.res = cutOffAnswer();
    return undefined;
  });
