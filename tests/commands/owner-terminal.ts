import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';

export const CTRL_C = '\u0003';

/** `npm run setup` on a terminal, which `script` of util-linux makes, with somebody who types. */
export const openTerminal = (cwd: string, env: NodeJS.ProcessEnv) => {
  // A width of its own: the terminal of `script` has none.
  const command = `stty cols 200; exec ${process.execPath} netlify/commands/setup/setup.ts`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', TZ: 'UTC', ...env },
  });
  const ended = once(child, 'close');
  let raw = '';
  child.stdout.on('data', (chunk: Buffer) => (raw += chunk));
  /** What was shown so far. */
  const screen = () => stripVTControlCharacters(raw);
  let seen = 0;

  /** Waits until the words are shown, behind those that were seen before. */
  const see = async (words: string): Promise<void> => {
    await expect.poll(() => screen().slice(seen), { interval: 10 }).toContain(words);
    seen = screen().indexOf(words, seen) + words.length;
  };

  return {
    screen,
    see,
    /** Waits for a question, and answers it, or breaks off where the answer ends with Ctrl-C. */
    answer: async (question: string, line: string): Promise<void> => {
      await see(question);
      await see('◆');
      child.stdin.write(line.endsWith(CTRL_C) ? line : `${line}\r`);
    },
    /** The exit code, once it has ended by itself. */
    end: async (): Promise<number> => Number((await ended)[0]),
    /** As whoever closes the window: the kernel hangs up on the command. */
    close: async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

export type Terminal = ReturnType<typeof openTerminal>;
