import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HonoRequest } from 'hono';

/** Stripe and Resend keep keys for this long. */
const KEY_LIFETIME_IN_MS = 86_400_000;

export type StandInResponse = { status: number; body: object };

/** The saved answer to a call. */
export type SavedResponse = StandInResponse & {
  key: string;
  /** A hash of the path and the body. */
  call: string;
  createdAtMs: number;
};

const isFresh = ({ createdAtMs }: SavedResponse): boolean =>
  createdAtMs > Date.now() - KEY_LIFETIME_IN_MS;

type Options = {
  readonly state: { answers: SavedResponse[] };
  readonly save: () => void;
  /** The error for a key that was used for another call. */
  readonly usedKey: (key: string) => Error;
};

/**
 * Carries out each POST with an idempotency key once. A repeated call gets the saved answer, also if that is an error.
 * An error that `execute` throws is not saved, so the key stays free.
 */
export const respondOnce =
  ({ state, save, usedKey }: Options) =>
  (request: HonoRequest, given: string, execute: () => StandInResponse): Response => {
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

type Basic = { version: number; answers: SavedResponse[] };

/**
 * Keeps state across restarts, or in memory if `file` is null. It is `empty` if there is no file or one of another
 * version, since local data is not worth a migration. Throws if the file is broken.
 */
export const openStore = <State extends Basic>(
  file: string | null,
  empty: State,
  forgetOld: (state: State) => void,
) => {
  const read = (): State => {
    if (file === null || !existsSync(file)) return empty;
    try {
      // Only `save` writes the file, so its version number is enough to recognize it.
      const state: State = JSON.parse(readFileSync(file, 'utf8'));
      return state.version === empty.version ? state : empty;
    } catch (cause) {
      throw new Error(`${file} cannot be read. Delete it to start with an empty state.`, { cause });
    }
  };
  const state = read();
  /** Deletes old entries, and writes the rest to disk atomically. */
  const save = (): void => {
    forgetOld(state);
    state.answers = state.answers.filter(isFresh);
    if (file === null) return;
    mkdirSync(dirname(file), { recursive: true });
    const temporaryFile = `${file}.${process.pid}.tmp`;
    writeFileSync(temporaryFile, JSON.stringify(state), { mode: 0o600 });
    renameSync(temporaryFile, file);
  };
  return { state, save };
};
