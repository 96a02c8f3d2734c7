import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { emptyState, stateSchema, type Payment, type State } from './state.ts';

const DAY_IN_MS = 86_400_000;
/** As long as Stripe keeps them. */
const EVENTS_KEPT_IN_MS = 30 * DAY_IN_MS;
const IDEMPOTENCY_KEYS_KEPT_IN_MS = DAY_IN_MS;

export type Store = {
  readonly state: State;
  /** Puts the state on disk, whole or not at all. */
  save: () => void;
};

const load = (stateFile: string): State => {
  if (!existsSync(stateFile)) return emptyState();
  try {
    return stateSchema.parse(JSON.parse(readFileSync(stateFile, 'utf8')));
  } catch (cause) {
    throw new Error(
      `The Stripe stand-in cannot read its state in ${stateFile}. Delete the file to begin with none.`,
      { cause },
    );
  }
};

const forgetOld = (state: State, nowMs: number) => {
  state.events = state.events.filter((event) => event.created * 1000 > nowMs - EVENTS_KEPT_IN_MS);
  state.idempotentAnswers = state.idempotentAnswers.filter(
    (answer) => answer.createdAtMs > nowMs - IDEMPOTENCY_KEYS_KEPT_IN_MS,
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

export const putPayment = (state: State, payment: Payment) => {
  const index = state.payments.findIndex(({ id }) => id === payment.id);
  if (index === -1) state.payments.push(payment);
  else state.payments[index] = payment;
};

/** The payment that a session, payment intent, charge, refund, dispute or warning belongs to. */
export const findPayment = (state: State, id: string): Payment | undefined =>
  state.payments.find(
    (payment) =>
      payment.id === id ||
      payment.intent?.id === id ||
      [payment.attempts, payment.refunds, payment.disputes, payment.warnings].some((records) =>
        records.some((record) => record.id === id),
      ),
  );
