import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { type State, emptyState } from './state.ts';

const DAY_IN_MS = 86_400_000;
/** As long as Stripe keeps them. */
const EVENTS_KEPT_IN_MS = 30 * DAY_IN_MS;
export const IDEMPOTENCY_KEYS_KEPT_IN_MS = DAY_IN_MS;

export type Store = {
  readonly state: State;
  /** Puts the state on disk, whole or not at all. */
  save: () => void;
};

/** The file is only ever written whole by `save`, so what is checked is that it is such a file. */
const savedState = z.custom<State>(
  (value) => z.looseObject({ version: z.int() }).safeParse(value).success,
);

const load = (stateFile: string): State => {
  if (!existsSync(stateFile)) return emptyState();
  try {
    const state = savedState.parse(JSON.parse(readFileSync(stateFile, 'utf8')));
    // A file of another version of the stand-in: payments on this machine are not worth a migration.
    return state.version === emptyState().version ? state : emptyState();
  } catch (cause) {
    throw new Error(
      `The Stripe stand-in cannot read its state in ${stateFile}. Delete the file to begin with none.`,
      { cause },
    );
  }
};

const forgetOld = (state: State, nowMs: number) => {
  const firstSecond = (nowMs - EVENTS_KEPT_IN_MS) / 1000;
  state.events = state.events.filter(({ event }) => event.created > firstSecond);
  state.idempotentAnswers = state.idempotentAnswers.filter(
    ({ createdAtMs }) => createdAtMs > nowMs - IDEMPOTENCY_KEYS_KEPT_IN_MS,
  );
};

export const openStore = (stateFile: string | null): Store => {
  if (stateFile === null) return { state: emptyState(), save: () => {} };
  mkdirSync(dirname(stateFile), { recursive: true });
  const state = load(stateFile);
  return {
    state,
    save: () => {
      forgetOld(state, Date.now());
      const temporaryFile = `${stateFile}.${process.pid}.tmp`;
      writeFileSync(temporaryFile, JSON.stringify(state), { mode: 0o600 });
      renameSync(temporaryFile, stateFile);
    },
  };
};
