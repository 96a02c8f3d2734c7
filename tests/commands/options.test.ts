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
  return { code, out, err };
};

test.concurrent.each(COMMANDS)(
  'rejects an unknown option of the %s command with a one-line error',
  async (command) => {
    const { code, out, err } = await runWithWrongOption(command);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^Unknown option '--wrong'.*\n$/);
  },
);
