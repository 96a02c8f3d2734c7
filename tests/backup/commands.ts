import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { run as backup } from '../../netlify/commands/backup.ts';
import { run as restore } from '../../netlify/commands/restore.ts';
import { runHere } from '../commands/run-command.ts';

export const run = (
  command: 'backup' | 'restore',
  { environment }: { readonly environment: NodeJS.ProcessEnv },
  ...args: readonly string[]
) => runHere(command === 'backup' ? backup : restore, { args, env: environment });

/** A path for a new backup, whose folder goes with the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'new');
};
