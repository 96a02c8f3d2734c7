import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

type Versioned = { version: number };

/** The file is only ever written whole by `writeState`, so what is checked is that it is such a file. */
const isVersioned = (value: unknown): value is Versioned =>
  z.looseObject({ version: z.int() }).safeParse(value).success;

/**
 * What the file holds. Without a file, or with one of another version, it is `empty`: what is on this machine is not
 * worth a migration. Throws where the file is broken, in the name of whose state it is.
 */
export const readState = <State extends Versioned>(
  stateFile: string,
  empty: State,
  owner: string,
): State => {
  mkdirSync(dirname(stateFile), { recursive: true });
  if (!existsSync(stateFile)) return empty;
  try {
    const state = z.custom<State>(isVersioned).parse(JSON.parse(readFileSync(stateFile, 'utf8')));
    return state.version === empty.version ? state : empty;
  } catch (cause) {
    throw new Error(
      `${owner} cannot read its state in ${stateFile}. Delete the file to begin with none.`,
      { cause },
    );
  }
};

/** Puts the state on disk, whole or not at all. */
export const writeState = (stateFile: string, state: Versioned): void => {
  const temporaryFile = `${stateFile}.${process.pid}.tmp`;
  writeFileSync(temporaryFile, JSON.stringify(state), { mode: 0o600 });
  renameSync(temporaryFile, stateFile);
};
