import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { centsOf, dollars, productOf } from '../catalogue.ts';
import { copyProject } from '../project.ts';
import { sampleText } from '../samples.ts';

const READY_WITHIN_MS = 60_000;
const GONE_WITHIN_MS = 10_000;
const PORTS = [8940, 8950] as const;

type Running = { npm: ChildProcess; output: () => string; site: string };
const running: Running[] = [];
const project = copyProject();

/** Empty goes before a developer's `.env`: a test must never reach real services. */
const localOnly = (port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  STRIPE_SECRET_KEY: '',
  UPSTASH_REDIS_REST_URL: '',
  PUBLIC_ADS_CONVERSION: '',
  ADMIN_PASSWORD: '',
  PORT: String(port),
});

/** `npm start` as a group of its own, so that it can be interrupted as Ctrl-C does. */
const start = async (port: number): Promise<Running> => {
  const npm = spawn('npm', ['start'], {
    cwd: project.root,
    env: localOnly(port),
    detached: true,
  });
  let text = '';
  npm.stdout.on('data', (chunk) => (text += chunk));
  npm.stderr.on('data', (chunk) => (text += chunk));
  const shop = { npm, output: () => text, site: `http://localhost:${port}` };
  running.push(shop);
  const ready = new RegExp(`ready on ${shop.site}\\n$`);
  await vi.waitFor(() => expect(text).toMatch(ready), { timeout: READY_WITHIN_MS });
  return shop;
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
const interrupt = async (
  shop: Running,
  signal: NodeJS.Signals,
  whom: 'all' | 'npm' = 'all',
): Promise<void> => {
  const processes = processesOf(shop);
  expect(processes.length).toBeGreaterThan(2);
  const npm = shop.npm.pid ?? 0;
  process.kill(whom === 'all' ? -npm : npm, signal);
  await once(shop.npm, 'exit');
  await expect.poll(() => processes.filter(isAlive), { timeout: GONE_WITHIN_MS }).toEqual([]);
};

const post = async (shop: Running, pathname: string, body: object) => {
  const response = await fetch(shop.site + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
};

/** Buys a guide on the hosted page and answers the session's id. */
const buy = async (shop: Running): Promise<string> => {
  const { url } = await post(shop, '/api/create-payment', { productType: 'individual_guide_6_10' });
  const form = { email: 'a@example.com', method: 'card', number: '4242424242424242' };
  const body = new URLSearchParams({ ...form, expiry: '12/34', cvc: '123' });
  const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  expect(paid.status).toBe(303);
  return new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? '';
};

const download = async (shop: Running, session_id: string): Promise<Response> => {
  const { files } = await post(shop, '/api/secure-file-access', {
    product_id: 'guide-1',
    session_id,
  });
  return fetch(shop.site + files[0].downloadUrl);
};

/** Each start builds the site: two serve all tests, and two more those of what a start finds. */
let one: Running;
let other: Running;
beforeAll(async () => {
  [one, other] = await Promise.all([start(PORTS[0]), start(PORTS[1])]);
}, 2 * READY_WITHIN_MS);

afterAll(() => {
  for (const { npm } of running) {
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid ?? 0), 'SIGKILL');
  }
  project.remove();
});

test('an unknown address is logged once, without its query', { timeout: 60_000 }, async () => {
  const response = await fetch(`${one.site}/no-such-page?session_id=cs_test_secret`);
  expect(response.status).toBe(404);
  const page = await response.text();
  expect(page).toContain('Oops! Page not found');
  expect(page, 'the page of the site').toContain('<link rel="canonical"');
  await expect.poll(one.output).toMatch(/^404 \/no-such-page$/m);
  expect(one.output().match(/404/g)).toHaveLength(1);
  expect(one.output()).not.toContain('cs_test_secret');
  const nowhere = await fetch(`${one.site}/api/no-such-call`, { method: 'POST' });
  expect(nowhere.status).toBe(404);
});

test('the address of the desk is said, with a password that opens it', async () => {
  const [, at = '', password = ''] = /^Admin: (\S+), password: (\S+)$/m.exec(one.output()) ?? [];
  expect(at).toBe(`${one.site}/admin-upload`);
  expect(await (await fetch(at)).text()).toContain('<form');
  const { expiresAt } = await post(one, '/api/admin/login', { password });
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
  const elsewhere = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ password });
  const refused = await fetch(`${other.site}/api/admin/login`, { ...elsewhere, body });
  expect(refused.status, 'each run has a password of its own').toBe(401);
});

test('a port that is taken is said to be, with what to do', { timeout: 60_000 }, async () => {
  const late = spawn('npm', ['start'], { cwd: project.root, env: localOnly(PORTS[0]) });
  let said = '';
  late.stderr.on('data', (chunk) => (said += chunk));
  expect(await once(late, 'close')).toEqual([1, null]);
  expect(said).toContain('PORT=9000 npm start');
  expect((await fetch(one.site)).status).toBe(200);
});

const hasServer = spawnSync('redis-server', ['--version']).status === 0;
if (!hasServer) console.log('Skipped: orders outlive a restart, since redis-server is not here.');

let session: string;

test(
  'two shops run side by side and share no order, and neither is left behind, killed with npm or without',
  { timeout: 60_000 },
  async () => {
    session = await buy(one);
    expect((await download(one, session)).status).toBe(200);
    expect(await post(other, '/api/verify-payment', { sessionId: session })).toEqual({
      status: 'unpaid',
      order: null,
    });
    await buy(other);
    await interrupt(one, 'SIGKILL');
    await interrupt(other, 'SIGKILL', 'npm');
  },
);

describe('started again', () => {
  const CHANGED = centsOf('guide-1') + 60;

  beforeAll(async () => {
    const catalogue: { products: { id: string; price_in_cents: number }[] } = JSON.parse(
      project.read('content/catalog.json'),
    );
    for (const product of catalogue.products) {
      if (product.id === 'guide-1') product.price_in_cents = CHANGED;
    }
    project.write('content/catalog.json', JSON.stringify(catalogue, null, 2));
    [one, other] = await Promise.all([start(PORTS[0]), start(PORTS[1])]);
  }, 2 * READY_WITHIN_MS);

  test('a shop has the price that was changed, on its pages and in the samples', async () => {
    const guide = await (await fetch(`${one.site}/guide-1`)).text();
    expect(guide).toContain(`Buy Guide 1 – ${dollars(CHANGED)}`);
    const sample = await sampleText(project.root, PORTS[0], productOf('guide-2').file_name);
    expect(sample).toContain(dollars(CHANGED));
  });

  test.runIf(hasServer)('an order is there that was made before the shop was killed', async () => {
    expect(await post(one, '/api/verify-payment', { sessionId: session })).toMatchObject({
      status: 'paid',
    });
    const file = await download(one, session);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('nothing is left behind of a shop that is interrupted, by Ctrl-C or npm alone', async () => {
    await interrupt(one, 'SIGINT');
    await interrupt(other, 'SIGTERM', 'npm');
    for (const { site } of [one, other]) await expect(fetch(site)).rejects.toThrow('fetch failed');
  });
});
