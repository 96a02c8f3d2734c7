import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openRedis, readHash } from '../../netlify/clients/redis.ts';
import { hasOptedOut, optIn, optOut } from '../../netlify/mail/opt-out.ts';
import { dueOf } from '../../netlify/mail/outbox.ts';
import { dueAlerts, isQueued, ownerOutbox, queueAlert } from '../../netlify/mail/owner-alerts.ts';
import * as store from '../../netlify/mail/redis-announcements.ts';
import { copyOutbox } from '../../netlify/mail/send-again.ts';
import { forgetBuyer } from '../../netlify/orders/redis-forget.ts';
import { openOrders, orderKeys } from '../../netlify/orders/redis-keys.ts';
import { findSums } from '../../netlify/orders/redis-sums.ts';
import { REPORTED, addSums, addUp } from '../../netlify/orders/sales.ts';
import { ENGINES, openStores } from '../shop/engines.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';

openOrders('dev');
const keys = orderKeys();
const NOW = 1_795_000_000;
const SUMS = new Map([['bundle', { orders: 2, amount: 3998, refunded: 100 }]]);
const ALERT = { key: 'sale/1', subject: 'Sold', lines: ['A guide'], page: '/admin-orders' };
const ANNOUNCEMENT = { edition: 'new', product: 'guide-1', since: 2e9, changes: '' };

const { environment } = await hostedServices();
Object.assign(process.env, environment);
vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });

describe.each(ENGINES)('on %s', (_name, searchPath) => {
  let stores: Awaited<ReturnType<typeof openStores>>;
  let redis: ReturnType<typeof openRedis>['redis'];
  beforeAll(async () => {
    stores = await openStores(searchPath);
    ({ redis } = openRedis(stores.address()));
  });
  afterAll(() => stores.close());

  test('an alert waits until it is sent, and is never kept again', async () => {
    expect(await isQueued(ALERT.key)).toBe(false);
    const [id = ''] = await Promise.all([1, 2].map(() => queueAlert(ALERT.key, ALERT)));
    await queueAlert('day/2026-11-22', null); // nothing to say of it
    expect(await dueAlerts(10)).toEqual([id]);
    const { claim, end } = ownerOutbox();
    expect(await claim(id, NOW)).toBe(NOW);
    expect(await claim(id, NOW)).toBe('busy');
    await end(id, { is: 'sent', detail: '1' }, NOW);
    await queueAlert(ALERT.key, { ...ALERT, subject: 'Again' });
    expect(await dueAlerts(10)).toEqual([]);
    for (const key of [ALERT.key, 'day/2026-11-22']) expect(await isQueued(key)).toBe(true);
    expect(await redis.hlen(keys.alertTries)).toBe(0);
  });

  test('the sums that the owner knows are kept with the email that says them', async () => {
    await queueAlert('day/1', null, SUMS);
    await queueAlert('day/1', null, new Map()); // by another run at once
    const [known = new Map()] = await findSums([REPORTED]);
    expect(addUp([SUMS, known]).get('bundle')).toEqual(addSums([]));
  });

  test('a buyer is forgotten, and what is no personal fact stays', async () => {
    const facts = { product: 'bundle', buyer: 'b', 'mail:receipt': 'sent 1 x', 'download:b': '1' };
    await redis.hset(keys.order('cs_1'), facts);
    await redis.zadd(keys.buyer('b'), { score: 1, member: 'cs_1' });
    await forgetBuyer('cs_1', facts);
    await forgetBuyer('cs_1', { product: 'bundle', buyer: '-' });
    expect(await readHash(keys.order('cs_1'))).toEqual({ product: 'bundle', buyer: '-' });
    expect(await redis.zcard(keys.buyer('b'))).toBe(0);
  });

  test('the owner’s copy goes to one at a time, and with it the receipt waits no more', async () => {
    const { claim, release, end } = copyOutbox(1, true);
    for (const key of [keys.receipts, keys.lostReceipts]) {
      await redis.zadd(key, { score: 1, member: 'cs_2' });
    }
    expect(await claim('cs_2', 1000)).toBe(1000);
    expect(await claim('cs_2', 1059)).toBe('busy');
    expect(await claim('cs_2', 1060)).toBe(1060);
    await release('cs_2', 1060, true);
    expect(await claim('cs_2', 1061)).toBe(1061);
    await end('cs_2', { is: 'sent', detail: 'id' }, 1062);
    expect(await claim('cs_2', 2000)).toBe('done');
    const facts = await readHash(keys.order('cs_2'));
    expect(facts).toEqual({ 'mail:again:1': 'sent 1062 own id' });
    expect(await redis.zcard(keys.receipts)).toBe(0);
    expect(await redis.zcard(keys.lostReceipts)).toBe(0);
  });

  test('an announcement goes from its beginning to its end', async () => {
    const sessions = sessionsFrom(0, 3);
    await redis.flushall();
    await keepAll(sessions);
    const [one = '', two = '', three = ''] = sessions.map(({ buyer }) => buyer ?? '');

    await store.beginAnnouncement(ANNOUNCEMENT, 100);
    await store.beginAnnouncement({ ...ANNOUNCEMENT, changes: 'Other words.' }, 200);
    const begun = { ...ANNOUNCEMENT, begunAt: 100, state: 'gathering' };
    expect(await store.openAnnouncements()).toMatchObject([begun]);
    const page = await store.salesAfter('-', 2);
    expect(page.map(({ buyer }) => buyer)).toEqual([one, two]);
    const after = page.at(-1)?.session ?? '';
    expect(await store.salesAfter(after, 2)).toMatchObject([
      { buyer: three, productType: sessionFor(2).productType },
    ]);

    await store.gather('new', { from: '-', to: after, buyers: [one, two] }, 100);
    await store.gather('new', { from: after, to: null, buyers: [two, three] }, 100);
    const outbox = store.outboxOf('new');
    await outbox.end(one, { is: 'sent', detail: '' }, 100);
    await outbox.end(one, { is: 'sent', detail: '' }, 100);
    // A step that was taken before brings nobody back.
    await store.gather('new', { from: after, to: null, buyers: [one] }, 100);
    const listed = { state: 'sending', buyers: 3, sent: 1 };
    expect(await store.listAnnouncements()).toMatchObject([listed]);

    expect(await outbox.claim(two, 100)).toBe(100);
    expect(await outbox.claim(two, 101)).toBe('busy');
    expect(await dueOf(keys.announcementQueue('new'), 101, 9)).toEqual([three]);
    await outbox.release(two, 101, false);
    await store.pause('new', '429 too many', 170);
    const paused = { pausedUntil: 170, pausedBy: '429 too many' };
    expect(await store.openAnnouncements()).toMatchObject([paused]);
    await store.finish('new', 180);
    expect(await store.isOpen('new')).toBe(true);

    await store.setOpen('new', false, 190);
    expect(await store.isOpen('new')).toBe(false);
    expect(await store.listAnnouncements()).toMatchObject([{ state: 'stopped' }]);
    await store.setOpen('new', true, 200);
    for (const buyer of [two, three]) await outbox.end(buyer, { is: 'skipped', detail: '' }, 200);
    await store.finish('new', 210);
    await store.setOpen('new', true, 220);
    const done = { state: 'done', sent: 1, leftOut: 2, pausedBy: null };
    expect(await store.listAnnouncements()).toMatchObject([done]);
    expect(await store.openAnnouncements()).toEqual([]);

    expect(await store.takeTurn()).toBe(true);
    // The in-process engine does not know NX as the SDK writes it.
    expect(await store.takeTurn()).toBe(searchPath === '');
    await store.endTurn();
    expect(await store.takeTurn()).toBe(true);
  });

  test('who has opted out may opt in again', async () => {
    await optOut('one');
    await optOut('one');
    expect([await hasOptedOut('one'), await hasOptedOut('two')]).toEqual([true, false]);
    await optIn('one');
    expect(await hasOptedOut('one')).toBe(false);
  });
});
