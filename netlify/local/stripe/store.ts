import { readState, writeState } from '../state-file.ts';
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

const forgetOld = (state: State, nowMs: number) => {
  const firstSecond = (nowMs - EVENTS_KEPT_IN_MS) / 1000;
  state.events = state.events.filter(({ event }) => event.created > firstSecond);
  state.idempotentAnswers = state.idempotentAnswers.filter(
    ({ createdAtMs }) => createdAtMs > nowMs - IDEMPOTENCY_KEYS_KEPT_IN_MS,
  );
};

export const openStore = (stateFile: string | null): Store => {
  if (stateFile === null) return { state: emptyState(), save: () => {} };
  const state = readState(stateFile, emptyState(), 'The Stripe stand-in');
  return {
    state,
    save: () => {
      forgetOld(state, Date.now());
      writeState(stateFile, state);
    },
  };
};
