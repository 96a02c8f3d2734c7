import { createMiddleware } from 'hono/factory';
import { type KeptAnswer, createOnce } from '../../kit/idempotency.ts';
import { StripeError, badRequest } from '../errors.ts';
import type { Services } from '../services.ts';
import type { CallAnswer } from '../state.ts';
import type { CallEnv } from './call.ts';

const type = 'idempotency_error';

const conflict = ({ key, path: first }: KeptAnswer<CallAnswer>, path: string) => {
  const same =
    first === path
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${first}' vs '${path}')`;
  return new StripeError(
    400,
    `Keys for idempotent requests can only be used ${same}. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type },
  );
};

const stillRunning = (key: string) =>
  new StripeError(
    409,
    `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
    { type, code: 'idempotency_key_in_use' },
  );

const LONGEST_KEY = 255;

const replay = ({ body, status, requestId }: CallAnswer, key: string) =>
  new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'idempotent-replayed': 'true',
      'original-request': requestId,
      'request-id': requestId,
    },
  });

/** As with Stripe, a failed call leaves its key free. */
export const answerOnce = ({ store }: Services) => {
  const once = createOnce({ ...store, conflict, stillRunning });
  return createMiddleware<CallEnv>(async (context, next) => {
    const { method, path } = context.req;
    const key = context.req.header('idempotency-key');
    if (method !== 'POST' || key === undefined) return next();
    if (key.length > LONGEST_KEY) {
      throw badRequest(`Idempotency keys are at most ${LONGEST_KEY} characters long.`);
    }
    const call = { key, path, body: await context.req.text() };
    const known = once.find(call);
    if (known) return replay(known, key);
    await once.run(call, async () => {
      await next();
      const { res } = context;
      res.headers.set('idempotency-key', key);
      if (!res.ok) return null;
      const requestId = context.get('requestId');
      return { requestId, status: res.status, body: await res.clone().text() };
    });
    return undefined;
  });
};
