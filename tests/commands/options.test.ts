import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';

const COMMANDS = [
  'admin-password',
  'backup',
  'doctor',
  'forget',
  'rebuild',
  'restore',
  'webhook',
] as const;

const runWithWrongOption = async (command: string) => {
  const args = [`netlify/commands/${command}.ts`, '--wrong'];
  const child = spawn(process.execPath, args, { cwd: ROOT });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { command, code, out, err };
};

test('every command refuses an option that it does not have, in one line', async () => {
  for (const result of await Promise.all(COMMANDS.map(runWithWrongOption))) {
    const err = expect.stringMatching(/^Unknown option '--wrong'.*\n$/);
    expect(result).toEqual({ command: result.command, code: 1, out: '', err });
  }
});
