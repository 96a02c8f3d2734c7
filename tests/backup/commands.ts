import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { run as runBackup } from '../../netlify/commands/backup/backup.ts';
import { run as runRestore } from '../../netlify/commands/backup/restore.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { runCommand, runHere } from '../commands/run-command.ts';

type Command = 'backup' | 'restore';

type Where = { readonly environment: NodeJS.ProcessEnv; readonly root?: string };

/** Runs `npm run backup` or `npm run restore` to its end, in this process. */
export const run = (command: Command, { environment }: Where, ...args: readonly string[]) =>
  runHere(command === 'backup' ? runBackup : runRestore, { args, env: environment });

/** Runs it in a process of its own. */
export const runApart = (
  command: Command,
  { environment, root = ROOT }: Where,
  ...args: readonly string[]
) => runCommand(`backup/${command}`, args, { cwd: root, env: { ...process.env, ...environment } });

/** A folder of the test, gone with it. */
export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
