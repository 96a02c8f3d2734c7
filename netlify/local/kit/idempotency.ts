import { createHash } from 'node:crypto';

/** Stripe and Resend keep keys for this long. */
const KEYS_KEPT_IN_MS = 86_400_000;

/** A call with an idempotency key. */
type Call = { readonly key: string; readonly path: string; readonly body: string };

/** The stored answer to a call. */
export type KeptAnswer<Answer> = {
  key: string;
  path: string;
  bodyHash: string;
  createdAtMs: number;
  answer: Answer;
};

type Options<Answer> = {
  readonly state: { answers: KeptAnswer<Answer>[] };
  readonly save: () => void;
  /** The error for a different call with a used key. */
  readonly conflict: (known: KeptAnswer<Answer>, path: string) => Error;
  /** The error while the first call with the key is running. */
  readonly stillRunning: (key: string) => Error;
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const isFresh = ({ createdAtMs }: { createdAtMs: number }): boolean =>
  createdAtMs > Date.now() - KEYS_KEPT_IN_MS;

/** Carries out each call once. A repeated call gets the first answer. */
export const createOnce = <Answer>({ state, save, conflict, stillRunning }: Options<Answer>) => {
  const running = new Set<string>();
  return {
    /** The stored answer to the same call. */
    find: ({ key, path, body }: Call): Answer | undefined => {
      const known = state.answers.findLast((one) => one.key === key && isFresh(one));
      if (!known) return undefined;
      if (known.path !== path || known.bodyHash !== hash(body)) throw conflict(known, path);
      return known.answer;
    },
    /** Carries out the call and stores its answer. A failed call (null or an error) leaves its key free. */
    run: async <Made extends Answer | null>(
      { key, path, body }: Call,
      make: () => Promise<Made>,
    ): Promise<Made> => {
      if (running.has(key)) throw stillRunning(key);
      running.add(key);
      try {
        const answer = await make();
        if (answer === null) return answer;
        const createdAtMs = Date.now();
        state.answers.push({ key, path, bodyHash: hash(body), createdAtMs, answer });
        save();
        return answer;
      } finally {
        running.delete(key);
      }
    },
  };
};
