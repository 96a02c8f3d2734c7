import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readlinkSync } from 'node:fs';
import { type BrowserContextOptions, type Page, chromium } from '@playwright/test';
import { afterAll, onTestFinished } from 'vitest';
import { launchOptions } from '../../browser.ts';
import { copyProject, localOnly, untilReady } from '../../project.ts';

export type Running = {
  readonly npm: ChildProcess;
  readonly output: () => string;
  readonly site: string;
};

/**
 * Copies the project for a test file. Returns the copy, a function that runs `npm start` or
 * `npm run dev` in it, and a function that lists its processes.
 */
export const projectToStart = () => {
  const project = copyProject();

  /**
   * The ids of the processes that run in the project: npm and its shell, node, and redis-server and
   * its shell.
   */
  const processes = (): number[] =>
    globSync('/proc/[0-9]*/cwd').flatMap((link) => {
      try {
        return readlinkSync(link).startsWith(project.root) ? [Number(link.split('/')[2])] : [];
      } catch {
        return []; // the process has ended
      }
    });
  afterAll(() => {
    for (const pid of processes()) process.kill(pid, 'SIGKILL');
    project.remove();
  });

  /**
   * Starts the shop in a separate process group, so that a test can interrupt it as Ctrl-C does.
   * Throws an error with the shop's output if the shop exits before it is ready.
   */
  const start = async (
    port: number,
    script: 'start' | 'dev' = 'start',
    more: NodeJS.ProcessEnv = {},
  ): Promise<Running> => {
    const env = { ...localOnly(port), ...more };
    const npm = spawn('npm', ['run', script], { cwd: project.root, env, detached: true });
    const site = `http://localhost:${port}`;
    return { npm, output: await untilReady(npm, site), site };
  };
  return { project, start, processes };
};

/**
 * Stops a shop the way Ctrl-C does, by signaling every process, or the way some tools do, by
 * signaling only npm.
 */
export const interrupt = async (
  { npm }: Running,
  signal: NodeJS.Signals,
  target: 'all' | 'npm' = 'all',
): Promise<void> => {
  const { pid = 0 } = npm;
  const ended = once(npm, 'exit');
  process.kill(target === 'all' ? -pid : pid, signal);
  await ended;
};

/** Narrow enough that the payment page opens in the same tab. */
const PHONE: BrowserContextOptions = { viewport: { width: 375, height: 740 } };

/** Opens a page in a new browser, which closes after the test. */
export const newPage = async (options = PHONE): Promise<Page> => {
  const browser = await chromium.launch(launchOptions);
  onTestFinished(() => browser.close());
  return browser.newPage(options);
};
