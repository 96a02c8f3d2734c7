import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HealthReport } from '../../src/contract/health.ts';
import { seal } from '../../netlify/seal.ts';
import { sealAccess } from '../../netlify/admin/health/access.ts';
import { byDepth } from '../depth.ts';
import { buy } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import type { Failure } from '../shop/proxy.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop({ withMail: true });
const owner = await ownerClient(shop);
const FAIL = {
  Redis: shop.failRedis,
  Stripe: shop.failStripe,
  Blobs: shop.failBlobs,
  Mail: shop.failMail,
};
const secret = process.env['SIGNING_SECRET'] ?? '';
const now = () => Math.floor(Date.now() / 1000);

beforeEach(() => {
  for (const told of ['log', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  for (const fail of Object.values(FAIL)) fail('none');
});

const ask = (headers: HeadersInit = {}) => shop.call('/api/health', { headers });
const bearing = async (token: Promise<string>) => ask({ authorization: `Bearer ${await token}` });
const report = async (): Promise<HealthReport> => (await owner.call('/api/health')).json();
const reconcile = () => shop.post('/.netlify/functions/reconcile', {});

/** What the report says about a thing. */
const checkOf = async (name: string) => {
  const found = (await report()).checks.find(({ about }) => about === name);
  if (!found) throw new Error(`nothing about ${name}`);
  return found;
};

test.each<[string, () => Promise<Response>]>([
  ['a stranger', () => ask()],
  ['a forged session', () => ask({ cookie: 'owner_session=x' })],
  ['another secret', () => bearing(sealAccess(`${secret}!`, now()))],
  ['a token of an hour ago', () => bearing(sealAccess(secret, now() - 3600))],
  [
    'a token for something else',
    () => bearing(seal('owner-session', { expiresAt: now() + 60 }, secret)),
  ],
])('%s reads that it is there, whatever fails, and nothing is asked', async (_who, asks) => {
  for (const fail of Object.values(FAIL)) fail('refused');
  const before = shop.calls();
  const response = await asks();
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
});

test('the owner, and who has the secret of the shop, read how each service is', async () => {
  await reconcile();
  const byToken: HealthReport = await (await bearing(sealAccess(secret, now()))).json();
  for (const { checks } of [await report(), byToken]) {
    expect(checks.map(({ about, state, ms }) => [about, state, ms !== null])).toEqual([
      ['Settings', 'ok', false],
      ['Stripe account', 'ok', true],
      ['Order database', 'ok', true],
      ['Email', 'ok', true],
      ['Guide files', 'warning', true], // those of the tests are samples
      ['Comparison with Stripe', 'ok', false],
      ['Receipts', 'ok', false],
    ]);
  }
});

// What is slow is waited for.
const MOST = ['refused', '500', 'cut'] as const;

test.each([
  ['Redis', ['Order database', 'Schedule']],
  ['Stripe', ['Stripe account']],
  ['Blobs', ['Guide files']],
  ['Mail', ['Email']],
] as const)(
  'while %s fails, the report says so with what to do, and stands for the others',
  async (service, abouts) => {
    for (const failure of byDepth<readonly Failure[]>(MOST, [...MOST, 'slow'])) {
      FAIL[service](failure);
      const { status, checks } = await report();
      const faults = checks.filter(({ state }) => state === 'fault');
      expect([status, ...faults.map(({ about }) => about)], failure).toEqual(['fault', ...abouts]);
      for (const { says, next } of faults) {
        expect(says).toMatch(/^It (doesn’t|didn’t) respond/);
        expect(next).not.toBe(null);
      }
      expect(JSON.stringify(checks)).not.toMatch(/of.the.(tests|stores)/);
    }
  },
);

test('what waits, and what has stopped, is reported until all is well', async () => {
  await shop.redis.flushall();
  expect(await checkOf('Comparison with Stripe')).toMatchObject({ state: 'warning' });
  const today = Date.now();
  const before = today - 40 * 60_000;
  const told = new Date(before).toISOString().slice(0, 16).replace('T', ' ');
  vi.useFakeTimers({ toFake: ['Date'], now: before });
  shop.failMail('500');
  await buy(shop, 'bundle');
  await reconcile();
  vi.setSystemTime(today);
  expect(await checkOf('Comparison with Stripe')).toMatchObject({
    state: 'fault',
    says: expect.stringContaining(`The last run was at ${told} UTC.`),
    next: expect.stringContaining('"reconcile"'),
  });
  expect(await checkOf('Receipts')).toMatchObject({
    state: 'warning',
    says: `1 receipt waiting. The oldest order was paid at ${told} UTC.`,
  });

  shop.failMail('none');
  vi.setSystemTime(today + 2 * 60_000);
  await reconcile();
  for (const about of ['Receipts', 'Comparison with Stripe']) {
    expect(await checkOf(about)).toMatchObject({ state: 'ok' });
  }
});
