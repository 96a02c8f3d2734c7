import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';

/** Stripe and Resend keep keys for this long. */
const KEYS_KEPT_IN_MS = 86_400_000;

export type Answer = { status: number; body: object };

/** The saved answer to a call. */
export type KeptAnswer = Answer & {
  key: string;
  /** A hash of the path and the body. */
  call: string;
  createdAtMs: number;
};

export const isFresh = ({ createdAtMs }: KeptAnswer): boolean =>
  createdAtMs > Date.now() - KEYS_KEPT_IN_MS;

type Options = {
  readonly state: { answers: KeptAnswer[] };
  readonly save: () => void;
  /** The error for a key that was used for another call. */
  readonly usedKey: (key: string) => Error;
};

/**
 * Carries out each POST with an idempotency key once. A repeated call gets the saved answer, also if that is an error.
 * An error that `execute` throws is not saved, so the key stays free.
 */
export const answerOnce =
  ({ state, save, usedKey }: Options) =>
  (request: HonoRequest, given: string, execute: () => Answer): Response => {
    const key = request.header('idempotency-key');
    const saved = state.answers.findLast((one) => one.key === key && isFresh(one));
    const call = createHash('sha256').update(`${request.path} ${given}`).digest('hex');
    if (key !== undefined && saved && saved.call !== call) throw usedKey(key);
    const { status, body } = saved ?? execute();
    if (key !== undefined && !saved) {
      state.answers.push({ key, call, createdAtMs: Date.now(), status, body });
      save();
    }
    return Response.json(body, {
      status,
      headers: saved ? { 'idempotent-replayed': 'true' } : {},
    });
  };
