import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRedis, readHash } from '../../netlify/clients/redis.ts';
import { hasOptedOut, optIn, optOut } from '../../netlify/mail/opt-out.ts';
import { dueOf } from '../../netlify/mail/outbox.ts';
import { dueAlerts, isQueued, ownerOutbox, queueAlert } from '../../netlify/mail/owner-alerts.ts';
import * as store from '../../netlify/mail/redis-announcements.ts';
import { copyOutbox } from '../../netlify/mail/send-again.ts';
import { openOrders, orderKeys } from '../../netlify/orders/redis-keys.ts';
import { openStores } from '../shop/engines.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { keepAll, sessionsFrom } from '../shop/seed.ts';

/** What the emails' scripts do on the engine of a machine without redis-server. The other tests have the real one. */
const stores = await openStores('');
afterAll(stores.close);
const { redis } = openRedis(stores.address());
openOrders('dev');
const keys = orderKeys();
const NOW = 1_795_000_000;
const SENT = { is: 'sent', detail: 'id' } as const;
const ALERT = { key: 'sale/1', subject: 'Sold', lines: ['A guide'], page: '/admin-orders' };

beforeAll(async () => {
  Object.assign(process.env, (await hostedServices()).environment);
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
});

test('an alert waits until it is sent, and is never kept again', async () => {
  expect(await isQueued(ALERT.key)).toBe(false);
  const [id = ''] = await Promise.all([1, 2].map(() => queueAlert(ALERT.key, ALERT)));
  expect(await dueAlerts(10)).toEqual([id]);
  const { claim, end } = ownerOutbox();
  expect([await claim(id, NOW), await claim(id, NOW)]).toEqual([NOW, 'busy']);
  await end(id, SENT, NOW);
  await queueAlert(ALERT.key, { ...ALERT, subject: 'Again' });
  expect([await dueAlerts(10), await isQueued(ALERT.key)]).toEqual([[], true]);
  expect(await redis.hlen(keys.alertTries)).toBe(0);
});

test('the owner’s copy goes to one at a time, and with it the receipt waits no more', async () => {
  const { claim, release, end } = copyOutbox(1, true);
  const lists = [keys.receipts, keys.lostReceipts];
  for (const key of lists) await redis.zadd(key, { score: 1, member: 'cs_2' });
  const claims = [];
  for (const at of [1000, 1059, 1060]) claims.push(await claim('cs_2', at));
  expect(claims).toEqual([1000, 'busy', 1060]);
  await release('cs_2', 1060, true);
  expect(await claim('cs_2', 1061)).toBe(1061);
  await end('cs_2', SENT, 1062);
  expect(await claim('cs_2', 2000)).toBe('done');
  expect(await readHash(keys.order('cs_2'))).toEqual({ 'mail:again:1': 'sent 1062 own id' });
  for (const key of lists) expect(await redis.zcard(key)).toBe(0);
});

test('an announcement goes from its beginning to its end', async () => {
  const sessions = sessionsFrom(0, 3);
  await keepAll(sessions);
  const [one = '', two = '', three = ''] = sessions.map(({ buyer }) => buyer ?? '');
  const begun = { edition: 'new', product: 'guide-1', since: 2e9, changes: '' };
  for (const at of [100, 200]) await store.beginAnnouncement(begun, at);
  expect(await store.openAnnouncements()).toMatchObject([{ begunAt: 100, state: 'gathering' }]);

  const page = await store.salesAfter('-', 2);
  expect(page.map(({ buyer }) => buyer)).toEqual([one, two]);
  const after = page.at(-1)?.session ?? '';
  await store.gather('new', { from: '-', to: after, buyers: [one, two] }, 100);
  await store.gather('new', { from: after, to: null, buyers: [two, three] }, 100);
  const outbox = store.outboxOf('new');
  for (const time of [1, 2]) await outbox.end(one, SENT, 100 + time);
  // A step that was taken before brings nobody back.
  await store.gather('new', { from: after, to: null, buyers: [one] }, 100);
  expect(await store.listAnnouncements()).toMatchObject([{ state: 'sending', buyers: 3, sent: 1 }]);

  expect([await outbox.claim(two, 100), await outbox.claim(two, 101)]).toEqual([100, 'busy']);
  expect(await dueOf(keys.announcementQueue('new'), 101, 9)).toEqual([three]);
  await outbox.release(two, 101, false);
  await store.pause('new', '429 too many', 170);
  const paused = { pausedUntil: 170, pausedBy: '429 too many' };
  expect(await store.openAnnouncements()).toMatchObject([paused]);
  await store.finish('new', 180);
  await store.setOpen('new', false, 190);
  expect(await store.listAnnouncements()).toMatchObject([{ state: 'stopped' }]);
  await store.setOpen('new', true, 200);
  for (const buyer of [two, three]) await outbox.end(buyer, { is: 'skipped', detail: '' }, 200);
  await store.finish('new', 210);
  const done = { state: 'done', sent: 1, leftOut: 2, pausedBy: null };
  expect(await store.listAnnouncements()).toMatchObject([done]);
  expect(await store.isOpen('new')).toBe(false);
});

test('who has opted out may opt in again', async () => {
  await optOut('one');
  await optOut('one');
  expect([await hasOptedOut('one'), await hasOptedOut('two')]).toEqual([true, false]);
  await optIn('one');
  expect(await hasOptedOut('one')).toBe(false);
});
