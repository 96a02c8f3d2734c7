import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { loadStartSettings } from '../../netlify/local/settings.ts';
import { localOnly } from '../project.ts';
import { startSchedule } from '../../netlify/local/schedule.ts';
import { startServices } from '../../netlify/local/start-services.ts';

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_of_an_account', STRIPE_WEBHOOK_SECRET: 'whsec_of_it' };
const LIVE = { ...KEYS, STRIPE_SECRET_KEY: 'sk_live_of_the_open_shop' };
const MAIL = { MAIL_API_KEY: 're_of_the_open_shop', MAIL_FROM: 'Shop <shop@example.com>' };

test('explains how to use another port if the shop’s port is taken', async () => {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const late = spawn(process.execPath, ['netlify/local/start.ts'], { env: localOnly(port) });
  let said = '';
  late.stderr.on('data', (chunk) => (said += chunk));
  expect(await once(late, 'close')).toEqual([1, null]);
  expect(said).toContain('PORT=9000 npm start');
  server.close();
});

test('refuses a port that browsers block, before opening any port', () => {
  vi.stubEnv('PORT', '5999');
  expect(loadStartSettings).toThrow(/port 6000\. Choose another port: PORT=6001 npm start$/);
  vi.unstubAllEnvs();
});

// The discard port, where nothing listens.
const PROXY = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' };

/** Prints the status of each address once the settings are loaded. */
const FETCH_WITH_SETTINGS = `
const { loadSettings } = await import('./netlify/local/settings.ts');
loadSettings();
for (const url of process.argv.slice(1)) {
  const status = await fetch(url).then((response) => response.status, ({ cause }) => cause.code);
  console.log(status);
}`;

test.each([
  { name: 'if NO_PROXY is not set', env: {} },
  { name: 'if NO_PROXY lists another host', env: { NO_PROXY: 'intranet.example' } },
  {
    name: 'if no_proxy (in lowercase) lists another host',
    env: { no_proxy: 'intranet.example' },
  },
])('bypasses the proxy for the shop’s own addresses $name', async ({ env }) => {
  const server = await serveOnLoopback(() => new Response(), 0);
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  const addresses = hosts.map((host) => `http://${host}:${server.port}`);
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', FETCH_WITH_SETTINGS, ...addresses, 'http://shop.example'],
    { env: { ...process.env, ...PROXY, ...env } },
  );
  const printed = await text(child.stdout);
  await server.close();
  expect(printed).toBe('200\n200\n200\nECONNREFUSED\n');
});

test('refuses a live key without the flag that allows live keys', () => {
  Object.assign(process.env, LIVE);
  expect(loadStartSettings).toThrow(/charges a real card.* "-- --charge-real-cards"/);
});

test('accepts a live key with the flag that allows live keys', () => {
  Object.assign(process.env, LIVE);
  const { argv } = process;
  process.argv = [...argv, '--charge-real-cards'];
  onTestFinished(() => void (process.argv = argv));
  expect(loadStartSettings()).toMatchObject({ usesRealStripe: true });
});

test('warns that orders are lost on exit without redis-server', async () => {
  vi.stubEnv('PATH', '');
  const { notes, close } = await serveServices({ directory: tmpdir(), withRedis: true });
  vi.unstubAllEnvs();
  await close();
  expect(notes).toEqual([expect.stringContaining('no redis-server')]);
});

describe('with the keys of a Stripe account', () => {
  let notes: readonly string[];
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    Object.assign(process.env, KEYS, MAIL, { STRIPE_API_URL: '' });
    const directory = mkdtempSync(path.join(tmpdir(), 'shop-'));
    closers.push(() => rmSync(directory, { recursive: true, force: true }));
    // The stores listen on `port` + 2. With -2, that is port 0, which means any free port.
    const settings = { ...loadStartSettings(), port: -2, directory };
    const add = (close: () => unknown): undefined => void closers.push(close);
    notes = await startServices(settings, { add, fail: Promise.reject.bind(Promise) });
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  test('says that a shop with a Stripe account runs no schedule and sends no email', () => {
    expect(notes.join('\n')).toContain('runs no schedule and sends no email');
  });

  test('opens no inbox and clears the mail settings for a shop with a Stripe account', () => {
    expect(notes.join('\n')).not.toContain('Inbox');
    expect(process.env).toMatchObject({ MAIL_API_KEY: '', MAIL_FROM: '' });
  });
});

test.each([
  { name: 'never runs the schedule with a Stripe account', usesRealStripe: true, runs: 0 },
  {
    name: 'runs the schedule six times an hour with the Stripe stand-in',
    usesRealStripe: false,
    runs: 6,
  },
])('$name', async ({ usesRealStripe, runs }) => {
  const fetchSchedule = vi.fn<() => Promise<Response>>(async () => new Response());
  vi.stubGlobal('fetch', fetchSchedule);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  Object.assign(process.env, KEYS);
  const stop = startSchedule({ ...loadStartSettings(), usesRealStripe });
  await vi.advanceTimersByTimeAsync(3_600_000);
  stop();
  expect(fetchSchedule).toHaveBeenCalledTimes(runs);
});
