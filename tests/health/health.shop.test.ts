import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Check, HealthReport } from '../../src/contract/health.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { seal } from '../../netlify/seal.ts';
import { sealAccess } from '../../netlify/admin/health/access.ts';
import { byDepth } from '../depth.ts';
import { access, buy, setFaults } from '../shop/buying.ts';
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
  for (const fail of Object.values(FAIL)) fail('none');
});

const bearing = (token: string) =>
  shop.call('/api/health', { headers: { authorization: `Bearer ${token}` } });

const report = async (): Promise<HealthReport> => (await owner.call('/api/health')).json();

const checkOf = ({ checks }: HealthReport, about: string): Check => {
  const found = checks.find((check) => check.about === about);
  if (!found) throw new Error(`nothing about ${about}`);
  return found;
};

describe('whom it tells what', () => {
  test.each<[string, () => Promise<Response>]>([
    ['a stranger', () => shop.call('/api/health')],
    ['a stranger with a query', () => shop.call('/api/health?full=1')],
    [
      'a forged session',
      () => shop.call('/api/health', { headers: { cookie: 'owner_session=x' } }),
    ],
    ['another secret', async () => bearing(await sealAccess(`${secret}!`, now()))],
    ['a token of an hour ago', async () => bearing(await sealAccess(secret, now() - 3600))],
    [
      'a token for something else',
      async () => bearing(await seal('upload', { expiresAt: now() + 60 }, secret)),
    ],
  ])('%s reads that it is there, whatever fails, and nothing is asked', async (_who, ask) => {
    for (const fail of Object.values(FAIL)) fail('refused');
    const before = shop.calls();
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  });

  test('the owner, and who has the secret of the shop, read how each service is', async () => {
    await shop.post('/.netlify/functions/reconcile', {});
    const byToken: HealthReport = await (await bearing(await sealAccess(secret, now()))).json();
    for (const { checks } of [await report(), byToken]) {
      expect(checks.map(({ about, state }) => [about, state])).toEqual([
        ['Settings', 'ok'],
        ['Stripe account', 'ok'],
        ['Order database', 'ok'],
        ['Email', 'ok'],
        ['Guide files', 'warning'], // those of the tests are samples
        ['Webhook events', 'ok'],
        ['Comparison with Stripe', 'ok'],
        ['Receipts', 'ok'],
        ['Failures of the last day', 'ok'],
      ]);
      const timed = checks.filter(({ ms }) => ms !== null).map(({ about }) => about);
      expect(timed).toEqual(['Stripe account', 'Order database', 'Email', 'Guide files']);
    }
  });
});

const ABOUT = {
  Redis: ['Order database', 'Activity'],
  Stripe: ['Stripe account'],
  Blobs: ['Guide files'],
  Mail: ['Email'],
} as const;

describe.each(Object.keys(ABOUT) as (keyof typeof ABOUT)[])('while %s fails', (service) => {
  // What is slow is waited for.
  test.each<Failure>(byDepth(['refused', '500', 'cut'], ['refused', '500', 'cut', 'slow']))(
    'and is %s, the report says so, with what to do, and stands for the others',
    async (failure) => {
      FAIL[service](failure);
      const { status, checks } = await report();
      expect(status).toBe('fault');
      const faults = checks.filter(({ state }) => state === 'fault');
      expect(faults.map(({ about }) => about)).toEqual(ABOUT[service]);
      for (const { says, next } of faults) {
        expect(says).toMatch(/^It (doesn’t|didn’t) respond/);
        expect(next).not.toBe(null);
      }
      expect(JSON.stringify(checks)).not.toMatch(/of.the.(tests|stores)/);
    },
  );
});

const stripesCalls = async () => checkOf(await report(), 'Webhook events');

describe('what the shop has noted', () => {
  test('a request that met an error is told, with where and why, and nothing of its caller', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    shop.failBlobs('500');
    expect((await access(shop, 'guide-1', session)).status).toBe(503);
    shop.failBlobs('none');
    shop.failStripe('500');
    const form = new URLSearchParams({ productType: 'bundle' });
    const headers = { accept: 'text/html' };
    await shop.call('/api/create-payment', { method: 'POST', body: form, headers });
    shop.failStripe('none');
    const { state, says, moments } = checkOf(await report(), 'Failures of the last day');
    expect([state, says]).toEqual(['warning', '2 requests failed.']);
    expect(moments.map((moment) => moment.says)).toEqual([
      expect.stringMatching(/^\/api\/create-payment: Stripe failed, StripeAPIError; request /),
      expect.stringMatching(
        /^\/api\/secure-file-access: file storage failed, status 500; request /,
      ),
    ]);
    expect(JSON.stringify(await shop.redis.lrange('failures:dev', 0, -1))).not.toContain(session);
  });

  test('an error of a day ago is told no more, and only the last hundred are kept', async () => {
    await shop.redis.del('failures:dev');
    const old = { at: now() - 86_400, route: '/api/orders', id: 'x', error: { name: 'Error' } };
    await shop.redis.lpush('failures:dev', ...Array.from({ length: 120 }, () => old));
    expect(checkOf(await report(), 'Failures of the last day')).toMatchObject({ state: 'ok' });
    shop.failBlobs('500');
    const session = await buy(shop, 'individual_guide_6_10');
    await access(shop, 'guide-1', session);
    expect(await shop.redis.llen('failures:dev')).toBe(100);
  });

  test('when the database is what failed, nobody waits for it once more', async () => {
    shop.failRedis('500');
    const session = 'cs_test_nobody';
    expect((await shop.post('/api/verify-payment', { sessionId: session })).status).toBe(200);
    // By its line in the log: a mail's event may arrive at any time, and asks too.
    const lines = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(line));
    const request = lines.find(({ route }) => route === '/api/verify-payment');
    expect(request.asked.redis, 'for the order alone').toBe(1);
  });

  test('a call of Stripe is told with its time, and one that never came', async () => {
    await shop.redis.flushall();
    expect(await stripesCalls()).toMatchObject({ state: 'ok', moments: [] });
    await setFaults(shop, { webhooks: { hold: true } });
    await buy(shop, 'bundle');
    await shop.post('/.netlify/functions/reconcile', {});
    const missed = await stripesCalls();
    expect(missed).toMatchObject({ state: 'warning', moments: [] });
    expect(missed.says).toMatch(/^In the last day, the webhook missed \d orders?/);
    const since = Date.now() - 1000;
    await setFaults(shop, {});
    await buy(shop, 'bundle');
    const [{ at = '' } = {}] = (await stripesCalls()).moments;
    expect(Date.parse(at)).toBeGreaterThanOrEqual(since);
  });

  test('receipts that wait are told with how long, and none once they are sent', async () => {
    const about = 'Receipts';
    shop.failMail('500');
    const since = Date.now() - 41 * 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * 60_000 });
    await buy(shop, 'bundle');
    vi.useRealTimers();
    const waiting = checkOf(await report(), about);
    expect(waiting).toMatchObject({ state: 'warning', says: '1 receipt waiting.' });
    expect(Date.parse(waiting.moments[0]?.at ?? '')).toBeGreaterThanOrEqual(since);
    await buy(shop, 'bundle');
    expect(checkOf(await report(), about)).toMatchObject({ says: '2 receipts waiting.' });
    shop.failMail('none');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    await shop.post('/.netlify/functions/reconcile', {});
    vi.useRealTimers();
    expect(checkOf(await report(), about)).toMatchObject({ state: 'ok', moments: [] });
  });

  test('a receipt that did not arrive is told for a day, by the number of its order', async () => {
    const session = await buy(shop, 'bundle');
    const lost = async (hoursAgo: number) => {
      await shop.redis.zadd('lost-receipts:dev', {
        score: now() - hoursAgo * 3600,
        member: session,
      });
      return checkOf(await report(), 'Receipts');
    };
    const fresh = await lost(1);
    expect(fresh).toMatchObject({
      state: 'warning',
      next: expect.stringContaining('/admin-orders'),
    });
    expect(fresh.moments[0]?.says).toContain(await orderNumber(session));
    expect(await lost(25)).toMatchObject({ state: 'ok', says: 'None waiting.' });
  });

  test('a comparison with Stripe that stopped is a fault, and one that never began a warning', async () => {
    const about = 'Comparison with Stripe';
    await shop.redis.flushall();
    expect(checkOf(await report(), about)).toMatchObject({ state: 'warning' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 31 * 60_000 });
    await shop.post('/.netlify/functions/reconcile', {});
    vi.useRealTimers();
    const stopped = checkOf(await report(), about);
    expect(stopped).toMatchObject({ state: 'fault', next: expect.stringContaining('"reconcile"') });
    await shop.post('/.netlify/functions/reconcile', {});
    expect(checkOf(await report(), about)).toMatchObject({ state: 'ok' });
  });
});
