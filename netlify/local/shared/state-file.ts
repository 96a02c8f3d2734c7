import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type SavedResponse, isUnexpired } from './idempotency.ts';

type VersionedState = { version: number; answers: SavedResponse[] };

const readState = <State extends VersionedState>(file: string, emptyState: State): State => {
  if (!existsSync(file)) return emptyState;
  try {
    // Only `save` writes the file, so checking its version is enough.
    const state: State = JSON.parse(readFileSync(file, 'utf8'));
    return state.version === emptyState.version ? state : emptyState;
  } catch (cause) {
    throw new Error(`${file} cannot be read. Delete it to start with an empty state.`, { cause });
  }
};

const writeAtomically = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}.tmp`;
  writeFileSync(temporaryFile, text, { mode: 0o600 });
  renameSync(temporaryFile, file);
};

/**
 * Opens the state in `file`, which survives restarts. If `file` is null, the state is only in
 * memory. Ignores a file with a different version, because local data is not worth migrating.
 * Throws if the file is corrupt.
 */
export const openStateFile = <State extends VersionedState>(
  file: string | null,
  emptyState: State,
  deleteOldEntries: (state: State) => void,
) => {
  const state = file === null ? emptyState : readState(file, emptyState);
  const save = (): void => {
    deleteOldEntries(state);
    state.answers = state.answers.filter(isUnexpired);
    if (file !== null) writeAtomically(file, JSON.stringify(state));
  };
  return { state, save };
};
