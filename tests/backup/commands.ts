import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { backUp, run as runBackup } from '../../netlify/commands/backup/backup.ts';
import { verifyManifest } from '../../netlify/commands/backup/folder.ts';
import { restore, run as runRestore } from '../../netlify/commands/backup/restore.ts';
import { openStores } from '../../netlify/commands/stores.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { runCommand, runHere, startCommand } from '../commands/run-command.ts';
import type { Outside } from './outside.ts';

type Command = 'backup' | 'restore';

type Reached = { readonly environment: NodeJS.ProcessEnv };

type Where = { readonly environment: NodeJS.ProcessEnv; readonly root?: string };

const optionsOf = ({ environment, root = ROOT }: Where) => ({
  cwd: root,
  env: { ...process.env, ...environment },
});

/** Runs `npm run backup` or `npm run restore` to its end. */
export const run = (command: Command, { environment }: Reached, ...args: readonly string[]) =>
  runHere(command === 'backup' ? runBackup : runRestore, { args, env: environment });

/** Runs it in a process of its own. */
export const runApart = (command: Command, where: Where, ...args: readonly string[]) =>
  runCommand(`backup/${command}`, args, optionsOf(where));

/** Reaches a shop from this process, as a command does from its own; the environment stays as it was. */
const openStoresAt = ({ environment }: Reached, context: string): void => {
  const before = { ...process.env };
  Object.assign(process.env, environment);
  try {
    openStores(context);
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
  }
};

/** What `npm run backup` does, in this process. */
export const backUpHere = (outside: Reached, folder: string, context = 'dev') => {
  openStoresAt(outside, context);
  return backUp(context, folder);
};

/** What `npm run restore` does, in this process. */
export const restoreHere = async (
  outside: Reached,
  folder: string,
  context = 'dev',
): Promise<void> => {
  openStoresAt(outside, context);
  await restore(context, folder, await verifyManifest(folder));
};

/** Kills it outright when so many of its requests were answered; false where it has ended before. */
export const killAfter = async (
  answered: number,
  command: Command,
  outside: Outside,
  ...args: readonly string[]
): Promise<boolean> => {
  const stopped = outside.stopAfter(answered).then(() => true);
  const child = startCommand(`backup/${command}`, args, optionsOf(outside));
  const ended = once(child, 'close');
  const isStopped = await Promise.race([stopped, ended.then(() => false)]);
  child.kill('SIGKILL');
  await ended;
  outside.goOn();
  return isStopped;
};

/** A folder of the test, gone with it. */
export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
