import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect } from 'vitest';
import { copyProject, localOnly, untilReady } from '../../project.ts';

export type Running = {
  readonly npm: ChildProcess;
  readonly output: () => string;
  readonly site: string;
};

/** A copy of the project for the test file that calls it, and how its `npm start` or `npm run dev` is run. */
export const projectToStart = () => {
  const project = copyProject();
  const running: ChildProcess[] = [];
  afterAll(() => {
    for (const { exitCode, signalCode, pid = 0 } of running) {
      if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    }
    project.remove();
  });

  /** A group of its own, so that it can be interrupted as Ctrl-C does. Throws with all it printed. */
  const start = async (
    port: number,
    script: 'start' | 'dev' = 'start',
    more: NodeJS.ProcessEnv = {},
  ): Promise<Running> => {
    const env = { ...localOnly(port), ...more };
    const npm = spawn('npm', ['run', script], { cwd: project.root, env, detached: true });
    running.push(npm);
    const site = `http://localhost:${port}`;
    return { npm, output: await untilReady(npm, site), site };
  };
  return { project, start };
};

/** The processes of a shop: npm, its shell, node and redis-server with its own shell. */
const processesOf = ({ npm }: Running): string[] => {
  const all = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n');
  const pairs = all.map((line) => line.trim().split(/\s+/));
  const found = [String(npm.pid)];
  for (const parent of found) {
    found.push(...pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid ?? ''));
  }
  return found;
};

const isAlive = (pid: string): boolean =>
  spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' })
    .stdout.trim()
    .replace(/^Z.*/, '') !== '';

/** Ends a shop as Ctrl-C does, which reaches all of it, or as a tool that knows npm alone does. */
export const interrupt = async (
  shop: Running,
  signal: NodeJS.Signals,
  whom: 'all' | 'npm' = 'all',
): Promise<void> => {
  const processes = processesOf(shop);
  expect(processes.length).toBeGreaterThan(2);
  const npm = shop.npm.pid ?? 0;
  const ended = once(shop.npm, 'exit');
  process.kill(whom === 'all' ? -npm : npm, signal);
  await ended;
  await expect.poll(() => processes.filter(isAlive)).toEqual([]);
};
