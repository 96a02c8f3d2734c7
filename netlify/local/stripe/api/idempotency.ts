import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { StripeError, badRequest } from '../errors.ts';
import type { Services } from '../services.ts';
import type { IdempotentAnswer } from '../state.ts';
import { IDEMPOTENCY_KEYS_KEPT_IN_MS } from '../store.ts';
import type { CallEnv } from './call.ts';

const hash = (params: string) => createHash('sha256').update(params).digest('hex');

const type = 'idempotency_error';

const conflict = ({ key, path: first }: IdempotentAnswer, path: string) => {
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

const replay = ({ body, status, key, requestId }: IdempotentAnswer) =>
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

/** A call that failed its checks is not kept, as with Stripe: the key may be used again. */
export const answerOnce = ({ store }: Services) => {
  const running = new Set<string>();
  return createMiddleware<CallEnv>(async (context, next) => {
    const key = context.req.header('idempotency-key');
    if (context.req.method !== 'POST' || key === undefined) return next();
    if (key.length > LONGEST_KEY) {
      throw badRequest(`Idempotency keys are at most ${LONGEST_KEY} characters long.`);
    }
    const { path } = context.req;
    const paramsHash = hash(await context.req.text());
    const known = store.state.idempotentAnswers.findLast((answer) => answer.key === key);
    if (known && known.createdAtMs > Date.now() - IDEMPOTENCY_KEYS_KEPT_IN_MS) {
      const isSame = known.path === path && known.paramsHash === paramsHash;
      if (!isSame) throw conflict(known, path);
      return replay(known);
    }
    if (running.has(key)) throw stillRunning(key);
    running.add(key);
    try {
      await next();
      context.res.headers.set('idempotency-key', key);
      if (!context.res.ok) return undefined;
      store.state.idempotentAnswers.push({
        key,
        path,
        paramsHash,
        createdAtMs: Date.now(),
        requestId: context.get('requestId'),
        status: context.res.status,
        body: await context.res.clone().text(),
      });
      store.save();
      return undefined;
    } finally {
      running.delete(key);
    }
  });
};
