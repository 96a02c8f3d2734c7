import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';

/** Stripe and Resend keep keys for this long. */
const KEYS_KEPT_IN_MS = 86_400_000;

/** The stored answer to a call. */
export type KeptAnswer = {
  key: string;
  path: string;
  bodyHash: string;
  createdAtMs: number;
  answer: string;
};

type Options = {
  readonly state: { answers: KeptAnswer[] };
  readonly save: () => void;
  readonly mostCharacters: number;
  /** The error for a longer key. */
  readonly tooLong: () => Error;
  /** The error for a different call with a used key. */
  readonly conflict: (key: string) => Error;
  /** The error while the first call with the key is running. */
  readonly stillRunning: (key: string) => Error;
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const isFresh = ({ createdAtMs }: { createdAtMs: number }): boolean =>
  createdAtMs > Date.now() - KEYS_KEPT_IN_MS;

/**
 * Carries out each POST with an idempotency key once. A repeated call gets the first answer. A failed call leaves its key
 * free.
 */
export const answerOnce = ({ state, save, ...options }: Options) => {
  const running = new Set<string>();
  return createMiddleware(async (context, next) => {
    const { method, path } = context.req;
    const key = context.req.header('idempotency-key');
    if (method !== 'POST' || key === undefined) return next();
    if (key.length > options.mostCharacters) throw options.tooLong();
    const bodyHash = hash(await context.req.text());
    const known = state.answers.findLast((one) => one.key === key && isFresh(one));
    if (known) {
      if (known.path !== path || known.bodyHash !== bodyHash) throw options.conflict(key);
      const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
      return new Response(known.answer, { headers });
    }
    if (running.has(key)) throw options.stillRunning(key);
    running.add(key);
    try {
      await next();
      if (!context.res.ok) return undefined;
      const answer = await context.res.clone().text();
      state.answers.push({ key, path, bodyHash, createdAtMs: Date.now(), answer });
      save();
    } finally {
      running.delete(key);
    }
    return undefined;
  });
};
