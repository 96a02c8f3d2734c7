import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../netlify/local/settings.ts';

type Place = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };

/** Starts a command of the owner's in a process of its own, by its file in netlify/commands/. */
export const startCommand = (
  file: string,
  args: readonly string[],
  { cwd = ROOT, env = process.env }: Place = {},
) => spawn(process.execPath, [`netlify/commands/${file}.ts`, ...args], { cwd, env });

/** Runs one to its end; `typed` comes by a pipe. */
export const runCommand = async (
  file: string,
  args: readonly string[] = [],
  { typed = '', ...place }: Place & { readonly typed?: string } = {},
) => {
  const child = startCommand(file, args, place);
  child.stdin.on('error', () => {}).end(typed); // it may have ended unread
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: Number(code), out, err };
};
