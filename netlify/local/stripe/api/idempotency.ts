import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { StripeError, errorAnswer } from '../errors.ts';
import type { Services } from '../services.ts';
import type { IdempotentAnswer } from '../state.ts';
import type { CallEnv } from './call.ts';

const hash = (params: string) => createHash('sha256').update(params).digest('hex');

const conflict = (known: IdempotentAnswer, path: string) =>
  errorAnswer(
    new StripeError(400, {
      type: 'idempotency_error',
      message:
        known.path === path
          ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${known.key}' if you meant to execute a different request.`
          : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${known.path}' vs '${path}'). Try using a key other than '${known.key}' if you meant to execute a different request.`,
    }),
  );

const replay = (known: IdempotentAnswer) =>
  new Response(known.body, {
    status: known.status,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': known.key,
      'idempotent-replayed': 'true',
      'original-request': known.requestId,
      'request-id': known.requestId,
    },
  });

const stillRunning = (key: string) =>
  errorAnswer(
    new StripeError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
    }),
  );

/** A call that failed its checks is not kept, as with Stripe: the key may be used again. */
export const answerOnce = ({ store }: Services) => {
  const running = new Set<string>();
  return createMiddleware<CallEnv>(async (context, next) => {
    const key = context.req.header('idempotency-key');
    if (context.req.method !== 'POST' || key === undefined) return next();
    const { path } = context.req;
    const paramsHash = hash(await context.req.text());
    const known = store.state.idempotentAnswers.find((answer) => answer.key === key);
    if (known) {
      const same = known.path === path && known.paramsHash === paramsHash;
      return same ? replay(known) : conflict(known, path);
    }
    if (running.has(key)) return stillRunning(key);
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
