import { readState, writeState } from '../state-file.ts';
import type { MailFields } from './fields.ts';

/** As long as Resend keeps them. */
const KEYS_KEPT_IN_MS = 86_400_000;
const MAILS_KEPT = 500;

export type Outcome = 'delivered' | 'bounced' | 'complained';

export type Mail = {
  readonly id: string;
  readonly sentAt: string;
  readonly fields: MailFields;
  outcome: Outcome;
};

/** What the shop is told of a mail, and what has come of it so far. */
export type EventRecord = {
  readonly id: string;
  readonly type: `email.${Outcome}`;
  readonly emailId: string;
  readonly createdAt: string;
  tries: number;
  /** Of the last try: a status, or why there was none. */
  answer: string;
  /** null once the shop has taken it, or no more tries are left. */
  nextTryAtMs: number | null;
};

type KeptAnswer = { key: string; payload: string; id: string; createdAtMs: number };

type State = { version: number; mails: Mail[]; events: EventRecord[]; answers: KeptAnswer[] };

const emptyState = (): State => ({ version: 1, mails: [], events: [], answers: [] });

export type Store = { readonly state: State; readonly save: () => void };

const forgetOld = (state: State): void => {
  const firstMs = Date.now() - KEYS_KEPT_IN_MS;
  state.answers = state.answers.filter(({ createdAtMs }) => createdAtMs > firstMs);
  state.mails = state.mails.slice(-MAILS_KEPT);
  const kept = new Set(state.mails.map(({ id }) => id));
  state.events = state.events.filter(({ emailId }) => kept.has(emailId));
};

export const openStore = (stateFile: string | null): Store => {
  const state = stateFile === null ? emptyState() : readState(stateFile, emptyState(), 'The inbox');
  return {
    state,
    save: () => {
      forgetOld(state);
      if (stateFile !== null) writeState(stateFile, state);
    },
  };
};
