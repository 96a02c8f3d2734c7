import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect } from 'vitest';
import { copyProject } from '../project.ts';

const GONE_WITHIN_MS = 10_000;

export type Running = {
  readonly npm: ChildProcess;
  /** All that was printed so far. */
  readonly output: () => string;
  readonly site: string;
};

/** Empty goes before a developer's `.env`: a test must never reach real services. */
export const localOnly = (port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  STRIPE_SECRET_KEY: '',
  UPSTASH_REDIS_REST_URL: '',
  PUBLIC_ADS_CONVERSION: '',
  ADMIN_PASSWORD: '',
  PORT: String(port),
});

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
    let text = '';
    const site = `http://localhost:${port}`;
    const ready = new Promise<void>((resolve) => {
      const hear = (chunk: Buffer): void => {
        text += chunk;
        if (text.includes(`ready on ${site}\n`)) resolve();
      };
      npm.stdout.on('data', hear);
      npm.stderr.on('data', hear);
    });
    const ended = once(npm, 'exit').then(() => Promise.reject(new Error(text)));
    ended.catch(() => undefined);
    await Promise.race([ready, ended]);
    return { npm, output: () => text, site };
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
  await expect.poll(() => processes.filter(isAlive), { timeout: GONE_WITHIN_MS }).toEqual([]);
};

export const post = async (shop: Running, pathname: string, body: object) => {
  const response = await fetch(shop.site + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
};

/** Buys a guide on the hosted page and answers the session's id. */
export const buy = async (shop: Running): Promise<string> => {
  const { url } = await post(shop, '/api/create-payment', { productType: 'individual_guide_6_10' });
  const form = { email: 'a@example.com', method: 'card', number: '4242424242424242' };
  const body = new URLSearchParams({ ...form, expiry: '12/34', cvc: '123' });
  const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  expect(paid.status).toBe(303);
  return new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? '';
};

export const download = async (shop: Running, session_id: string): Promise<Response> => {
  const { files } = await post(shop, '/api/secure-file-access', {
    product_id: 'guide-1',
    session_id,
  });
  return fetch(shop.site + files[0].downloadUrl);
};
