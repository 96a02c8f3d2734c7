import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';

/** Stripe and Resend store a key for 24 hours. */
const KEY_LIFETIME_IN_MS = 24 * 60 * 60 * 1000;

export type StandInResponse = { status: number; body: object };

/** The response for an idempotency key. Stored in state files, so don't rename its fields. */
export type SavedResponse = StandInResponse & {
  key: string;
  call: string;
  createdAtMs: number;
};

export const isUnexpired = ({ createdAtMs }: SavedResponse): boolean =>
  createdAtMs > Date.now() - KEY_LIFETIME_IN_MS;

type IdempotencyOptions = {
  /** Stored in state files, so don't rename `answers`. */
  readonly state: { answers: SavedResponse[] };
  readonly save: () => void;
  /** Creates the error for a key that was used for a different call. */
  readonly keyConflict: (key: string) => Error;
};

/**
 * Returns a function that executes a call once per idempotency key, and then replays the saved
 * response, even an error. If `execute` throws, nothing is saved and the key can be used again.
 */
export const createRespondOnce =
  ({ state, save, keyConflict }: IdempotencyOptions) =>
  (request: HonoRequest, parameters: string, execute: () => StandInResponse): Response => {
    const key = request.header('idempotency-key');
    if (key === undefined) {
      const { status, body } = execute();
      return Response.json(body, { status });
    }
    const call = createHash('sha256').update(`${request.path} ${parameters}`).digest('hex');
    const saved = state.answers.findLast(
      (response) => response.key === key && isUnexpired(response),
    );
    if (saved) {
      if (saved.call !== call) throw keyConflict(key);
      const headers = { 'idempotent-replayed': 'true' };
      return Response.json(saved.body, { status: saved.status, headers });
    }
    const { status, body } = execute();
    // Later changes to the object must not change the saved response.
    const savedBody = structuredClone(body);
    state.answers.push({ key, call, createdAtMs: Date.now(), status, body: savedBody });
    save();
    return Response.json(body, { status });
  };
