import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type KeptAnswer, isFresh } from './idempotency.ts';

type Basic = { version: number; answers: KeptAnswer[] };

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
