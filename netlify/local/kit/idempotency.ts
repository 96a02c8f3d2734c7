import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';

/** Stripe and Resend keep keys for this long. */
const KEYS_KEPT_IN_MS = 86_400_000;

/** The saved answer to a call. */
export type KeptAnswer = {
  key: string;
  path: string;
  bodyHash: string;
  createdAtMs: number;
  status: number;
  body: string;
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

export const isFresh = ({ createdAtMs }: { createdAtMs: number }): boolean =>
  createdAtMs > Date.now() - KEYS_KEPT_IN_MS;

const replay = ({ status, body }: KeptAnswer): Response =>
  new Response(body, {
    status,
    headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
  });

/**
 * Carries out each POST with an idempotency key once. A repeated call gets the saved answer, also if that is an error.
 * What `execute` throws is not saved, so the key stays free.
 */
export const answerOnce = ({ state, save, ...options }: Options) => {
  const running = new Set<string>();
  return async (
    request: HonoRequest,
    body: string,
    execute: () => Promise<Response>,
  ): Promise<Response> => {
    const { method, path } = request;
    const key = request.header('idempotency-key');
    if (method !== 'POST' || key === undefined) return execute();
    if (key.length > options.mostCharacters) throw options.tooLong();
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const known = state.answers.findLast((one) => one.key === key && isFresh(one));
    if (known && (known.path !== path || known.bodyHash !== bodyHash)) throw options.conflict(key);
    if (known) return replay(known);
    if (running.has(key)) throw options.stillRunning(key);
    running.add(key);
    try {
      const answer = await execute();
      const { status } = answer;
      const text = await answer.clone().text();
      state.answers.push({ key, path, bodyHash, createdAtMs: Date.now(), status, body: text });
      save();
      return answer;
    } finally {
      running.delete(key);
    }
  };
};
