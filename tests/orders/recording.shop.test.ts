import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listOrders } from '../../netlify/admin/orders.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { countFetch, noteWithdrawal, setAccess } from '../../netlify/orders/notes.ts';
import { type Order, NO_NOTES } from '../../netlify/orders/order.ts';
import { readOrder, readStored, save } from '../../netlify/orders/store.ts';
import { claim, dueJobs } from '../../netlify/platform/queue.ts';
import { openContext, openRedis } from '../../netlify/platform/redis.ts';
import { idFor, refundOf, saleFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const NOTHING = { jobs: [] };

const shop = await openTestShop();
const now = (): number => Math.floor(Date.now() / 1000);

test('an order is written once by all who bring the same answer, with the jobs that follow', async () => {
  const id = idFor('cs_test_', 100);
  const stored = await readStored(id);
  const all = [1, 2, 3].map(() => save(id, stored, saleFor(100), { jobs: [`receipt:${id}`] }));
  expect((await Promise.all(all)).toSorted()).toEqual(['same', 'same', 'written']);
  expect(await dueJobs('jobs', now(), 10)).toEqual([`receipt:${id}`]);
});

// A dispute may return to a status: an answer in between must not win, however late it is.
test('an equal answer counts as a newer one, also if another was faster', async () => {
  const id = idFor('cs_test_', 102);
  const [sale, other] = [saleFor(102), saleFor(102, { refunds: [refundOf(1)] })];
  const first = await readStored(id);
  await save(id, first, sale, NOTHING);
  const second = await readStored(id);
  expect(await save(id, second, sale, NOTHING)).toBe('written');
  expect(await save(id, second, other, NOTHING)).toBe('moved');
  const third = await readStored(id);
  expect(await save(id, first, sale, NOTHING)).toBe('same');
  expect(await save(id, third, other, { jobs: ['receipt:2'] })).toBe('moved');
  expect((await readOrder(id))?.refunds).toEqual([]);
  expect(await dueJobs('jobs', now(), 10)).not.toContain('receipt:2');
});

test('a job that somebody runs is not enqueued again', async () => {
  const job = 'alert:webhook/2027-01-01';
  await save(idFor('cs_test_', 103), { version: '0' }, saleFor(103), { jobs: [job] });
  expect(await claim(job, now())).not.toBeNull();
  await save(idFor('cs_test_', 104), { version: '0' }, saleFor(104), { jobs: [job] });
  expect(await dueJobs('jobs', now(), 10)).not.toContain(job);
});

test('a note makes no order', async () => {
  const nobodys: Order = { sessionId: 'cs_test_none', ...saleFor(1), ...NO_NOTES };
  await countFetch(nobodys.sessionId, 'guide-1');
  await setAccess(nobodys, 'blocked');
  await expect(noteWithdrawal(nobodys, [])).rejects.toThrow('orders unavailable');
  expect(await shop.redis.exists('order:dev:cs_test_none')).toBe(0);
});

test.each([
  ['deploy-preview', 'sk_test_1', 'orders:deploy-preview'],
  ['production', 'sk_test_1', 'orders:production'],
  ['production', 'sk_live_1', 'orders:production-live'],
  ['production', 'rk_live_1', 'orders:production-live'],
])('in %s with the key %s, orders are under "%s", apart from all others', async (...row) => {
  const [context, secretKey, key] = row;
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  vi.stubEnv('STRIPE_SECRET_KEY', secretKey);
  vi.stubGlobal('Netlify', { context: { deploy: { context } } });
  vi.resetModules();
  const { keyOf } = await import('../../netlify/platform/redis.ts');
  expect(keyOf('orders')).toBe(key);
});

test('a machine without redis-server keeps orders too, as long as the process lives', async () => {
  vi.stubEnv('PATH', '');
  const directory = mkdtempSync(path.join(tmpdir(), 'redis-test-'));
  const services = await serveServices({ directory, withRedis: true });
  const { UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '' } =
    services.environment;
  const { UPSTASH_REDIS_REST_URL = '', UPSTASH_REDIS_REST_TOKEN = '' } = process.env;
  onTestFinished(async () => {
    openRedis({ url: UPSTASH_REDIS_REST_URL, token: UPSTASH_REDIS_REST_TOKEN });
    await services.close();
    rmSync(directory, { recursive: true });
  });
  expect(services.notes).toEqual([expect.stringContaining('no redis-server')]);
  openRedis({ url, token, timeoutInMs: 20_000 });
  openContext('dev');
  const id = idFor('cs_test_', 105);
  const stored = await readStored(id);
  expect(await save(id, stored, saleFor(105), { jobs: [`receipt:${id}`] })).toBe('written');
  expect(await save(id, stored, saleFor(105, { refunds: [refundOf(1)] }), NOTHING)).toBe('moved');
  expect(await claim(`receipt:${id}`, now())).not.toBeNull();
  expect((await listOrders(0)).orders).toMatchObject([{ reference: id.slice(-8) }]);
});
