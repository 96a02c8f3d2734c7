import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type KeptAnswer, isFresh } from './idempotency.ts';

type Basic = { version: number; answers: KeptAnswer[] };

const read = <State extends Basic>(file: string, empty: State, owner: string): State => {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return empty;
  try {
    // Only `save` writes the file, so its version number is enough to recognize it.
    const state: State = JSON.parse(readFileSync(file, 'utf8'));
    return state.version === empty.version ? state : empty;
  } catch (cause) {
    throw new Error(
      `${owner} cannot read its state in ${file}. Delete the file to start with an empty one.`,
      { cause },
    );
  }
};

type StoreOptions<State> = {
  /** null keeps the state in memory. */
  readonly file: string | null;
  readonly empty: State;
  /** The stand-in's name, for the error. */
  readonly owner: string;
  readonly forgetOld: (state: State) => void;
};

/**
 * Keeps state across restarts. It is `empty` where there is no file or one of another version, since local data is not
 * worth a migration. Throws where the file is broken.
 */
export const openStore = <State extends Basic>(options: StoreOptions<State>) => {
  const { file, empty, owner, forgetOld } = options;
  const state = file === null ? empty : read(file, empty, owner);
  return {
    state,
    /** Deletes old entries, and writes the rest to disk atomically. */
    save: (): void => {
      forgetOld(state);
      state.answers = state.answers.filter(isFresh);
      if (file === null) return;
      const temporaryFile = `${file}.${process.pid}.tmp`;
      writeFileSync(temporaryFile, JSON.stringify(state), { mode: 0o600 });
      renameSync(temporaryFile, file);
    },
  };
};
