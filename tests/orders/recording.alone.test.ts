import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findOrders, listOrders } from '../../netlify/admin/orders.ts';
import { sessionsBetween } from '../../netlify/orders/lists.ts';
import { countFetch, noteWithdrawal, setAccess } from '../../netlify/orders/notes.ts';
import { type Order, statusOf } from '../../netlify/orders/order.ts';
import { readOrder, readStored, save } from '../../netlify/orders/store.ts';
import { buyerKey } from '../../netlify/platform/buyer-key.ts';
import { claim, dueJobs } from '../../netlify/platform/queue.ts';
import { openRedis } from '../../netlify/platform/redis.ts';
import { numberOf } from '../../netlify/shop/words.ts';
import { ENGINES, openStores } from '../shop/engines.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { idFor, saleFor, saveAll, seedFor, seedsFrom } from '../shop/seed.ts';

const AT_ONCE = 3;
const NOTHING = { jobs: [] };
const REFUND = { id: 're_1', amountInCents: 1, status: 'succeeded', createdAt: 5 };

// The in-process engine takes its time for a script.
vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) });
const { environment } = await hostedServices();
Object.assign(process.env, environment);

const now = (): number => Date.now() / 1000;
const wait = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);

const orderOf = async (sessionId: string): Promise<Order> => {
  const order = await readOrder(sessionId);
  if (!order) throw new Error('no order');
  return order;
};

describe.each(ENGINES)('an order on %s', (_name, searchPath) => {
  let stores: Awaited<ReturnType<typeof openStores>>;
  beforeAll(async () => {
    stores = await openStores(searchPath);
    await openRedis(stores.address()).redis.flushall();
  });
  afterAll(() => stores.close());

  test('is written once by all who bring the same answer, with what follows from it', async () => {
    const id = idFor('cs_test_', 100);
    const stored = await readStored(id);
    const all = Array.from({ length: AT_ONCE }, () =>
      save(id, stored, saleFor(100), { jobs: [`receipt:${id}`] }),
    );
    expect((await Promise.all(all)).toSorted()).toEqual(['same', 'same', 'written']);
    expect(await dueJobs('jobs', now(), 10)).toEqual([`receipt:${id}`]);
  });

  test('is not written over by an answer to an earlier question', async () => {
    const id = idFor('cs_test_', 101);
    const earlier = await readStored(id);
    await save(id, earlier, saleFor(101, { refunds: [REFUND] }), NOTHING);
    expect(await save(id, earlier, saleFor(101), { jobs: ['receipt:2'] })).toBe('moved');
    expect((await orderOf(id)).refunds).toEqual([REFUND]);
    expect(await dueJobs('jobs', now(), 10)).not.toContain('receipt:2');
  });

  // A dispute may come back to a status: an answer in between must not win, however late it is.
  test('that is as it was still counts as a newer answer, also if another was faster to say so', async () => {
    const id = idFor('cs_test_', 102);
    const [sale, other] = [saleFor(102), saleFor(102, { refunds: [REFUND] })];
    const first = await readStored(id);
    await save(id, first, sale, NOTHING);
    const second = await readStored(id);
    expect(await save(id, second, sale, NOTHING)).toBe('written');
    expect(await save(id, second, other, NOTHING)).toBe('moved');
    const third = await readStored(id);
    expect(await save(id, first, sale, NOTHING)).toBe('same');
    expect(await save(id, third, other, NOTHING)).toBe('moved');
    expect((await orderOf(id)).refunds).toEqual([]);
  });

  test('makes no job due again that somebody runs', async () => {
    const job = 'alert:webhook/2027-01-01';
    await save(idFor('cs_test_', 103), { version: '0' }, saleFor(103), { jobs: [job] });
    expect(await claim(job, now())).not.toBeNull();
    await save(idFor('cs_test_', 104), { version: '0' }, saleFor(104), { jobs: [job] });
    expect(await dueJobs('jobs', now(), 10)).not.toContain(job);
  });

  test('is listed by the time of its sale, and found by each of its names', async () => {
    await openRedis(stores.address()).redis.flushall();
    const seeds = seedsFrom(0, 27);
    await saveAll(seeds.toReversed(), AT_ONCE);
    const [first, second] = [await listOrders(0), await listOrders(25)];
    const numbers = seeds.map(({ id }) => numberOf(id)).toReversed();
    expect([...first.orders, ...second.orders].map(({ number }) => number)).toEqual(numbers);
    expect([first.next, second.next, first.total]).toEqual([25, null, 27]);
    const { id, sale } = seedFor(7, { buyer: buyerKey('Parent@example.com') });
    await save(id, await readStored(id), sale, NOTHING);
    const number = numberOf(id);
    const names = [number, number.slice(5), id.slice(-8), sale.paymentId ?? '', id];
    for (const query of [...names, 'parent@example.com']) {
      const found = await findOrders(query);
      expect(JSON.stringify(found), query).toContain(id);
    }
    const at = sale.createdAt;
    expect(await sessionsBetween(at, at + 60)).toEqual([id]);
  });

  test('is blocked and opened by the owner, and withdrawn from once', async () => {
    const order = await orderOf(idFor('cs_test_', 3));
    expect(statusOf(await setAccess(order, 'blocked'))).toBe('blocked');
    expect(statusOf(await orderOf(order.sessionId))).toBe('blocked');
    await setAccess(order, 'open');
    expect(statusOf(await orderOf(order.sessionId))).toBe('paid');
    const at = await noteWithdrawal(order, ['withdrawal:3']);
    wait(60);
    expect(await noteWithdrawal(order, ['withdrawal:again'])).toBe(at);
    expect(await dueJobs('jobs', now(), 10)).toEqual(['withdrawal:3']);
  });

  test('counts a file once within ten minutes, and stays as small however often it is fetched', async () => {
    const { redis } = openRedis(stores.address());
    const { sessionId } = await orderOf(idFor('cs_test_', 4));
    const fetched = async () => (await orderOf(sessionId)).fetched['guide-1'];
    for (const seconds of [0, 1, 598, 1, 600]) {
      wait(seconds);
      await countFetch(sessionId, 'guide-1');
    }
    expect(await fetched()).toEqual({ times: 3, lastAt: now() });
    const fields = await redis.hlen(`order:dev:${sessionId}`);
    for (let n = 0; n < 20; n += 1) {
      wait(600);
      await countFetch(sessionId, 'guide-1');
    }
    expect(await fetched()).toEqual({ times: 23, lastAt: now() });
    expect(await redis.hlen(`order:dev:${sessionId}`)).toBe(fields);
  });

  test('that is not recorded gets no note', async () => {
    const nobodys: Order = { ...(await orderOf(idFor('cs_test_', 5))), sessionId: 'cs_test_none' };
    await countFetch(nobodys.sessionId, 'guide-1');
    await setAccess(nobodys, 'blocked');
    await expect(noteWithdrawal(nobodys, [])).rejects.toThrow('orders unavailable');
    expect(await readOrder(nobodys.sessionId)).toBeNull();
    expect((await readStored(nobodys.sessionId)).version).toBe('0');
  });
});
