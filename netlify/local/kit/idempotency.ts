import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';

/** Stripe and Resend keep keys for this long. */
const KEYS_KEPT_IN_MS = 86_400_000;

/** The saved answer to a call. */
export type KeptAnswer = {
  key: string;
  /** A hash of the path and the body. */
  call: string;
  createdAtMs: number;
  status: number;
  body: string;
};

export const isFresh = ({ createdAtMs }: KeptAnswer): boolean =>
  createdAtMs > Date.now() - KEYS_KEPT_IN_MS;

type Options = {
  readonly state: { answers: KeptAnswer[] };
  readonly save: () => void;
  /** The error for a used key, and for one whose first call is still running. */
  readonly errors: Readonly<Record<'otherCall' | 'stillRunning', (key: string) => Error>>;
};

/**
 * Carries out each POST with an idempotency key once. A repeated call gets the saved answer, also if that is an error.
 * An error that `execute` throws is not saved, so the key stays free.
 */
export const answerOnce = ({ state, save, errors }: Options) => {
  const running = new Set<string>();
  return async (
    request: HonoRequest,
    body: string,
    execute: () => Promise<Response>,
  ): Promise<Response> => {
    const key = request.header('idempotency-key');
    if (request.method !== 'POST' || key === undefined) return execute();
    const call = createHash('sha256').update(`${request.path} ${body}`).digest('hex');
    const saved = state.answers.findLast((one) => one.key === key && isFresh(one));
    if (saved && saved.call !== call) throw errors.otherCall(key);
    if (saved) {
      const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
      return new Response(saved.body, { status: saved.status, headers });
    }
    if (running.has(key)) throw errors.stillRunning(key);
    running.add(key);
    try {
      const answer = await execute();
      const { status } = answer;
      const text = await answer.clone().text();
      state.answers.push({ key, call, createdAtMs: Date.now(), status, body: text });
      save();
      return answer;
    } finally {
      running.delete(key);
    }
  };
};
