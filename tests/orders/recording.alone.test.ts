import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Redis } from '@upstash/redis';
import { findOrders, listOrders } from '../../netlify/admin/orders.ts';
import { countFetch, noteWithdrawal, setAccess } from '../../netlify/orders/notes.ts';
import { type Order, statusOf } from '../../netlify/orders/order.ts';
import { readOrder, readStored, save } from '../../netlify/orders/store.ts';
import { claim, dueJobs } from '../../netlify/platform/queue.ts';
import { openRedis } from '../../netlify/platform/redis.ts';
import { numberOf } from '../../netlify/shop/words.ts';
import { ENGINES, openStores } from '../shop/engines.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { idFor, saleFor, saveAll, seedsFrom } from '../shop/seed.ts';

const NOTHING = { jobs: [] };
const REFUND = { id: 're_1', amountInCents: 1, status: 'succeeded', createdAt: 5 };

// The in-process engine takes its time for a script.
vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) });
const { environment } = await hostedServices();
Object.assign(process.env, environment);

const now = (): number => Date.now() / 1000;

const orderOf = async (sessionId: string): Promise<Order> => {
  const order = await readOrder(sessionId);
  if (!order) throw new Error('no order');
  return order;
};

describe.each(ENGINES)('on %s', (_name, searchPath) => {
  let stores: Awaited<ReturnType<typeof openStores>>;
  const connect = () => new Redis({ ...stores.address(), retry: false });
  beforeAll(async () => {
    stores = await openStores(searchPath);
    await openRedis(stores.address()).redis.flushall();
  });
  afterAll(() => stores.close());

  test('an order is written once by all who bring the same answer, with what follows from it', async () => {
    const id = idFor('cs_test_', 100);
    const stored = await readStored(id);
    const all = [1, 2, 3].map(() => save(id, stored, saleFor(100), { jobs: [`receipt:${id}`] }));
    expect((await Promise.all(all)).toSorted()).toEqual(['same', 'same', 'written']);
    expect(await dueJobs('jobs', now(), 10)).toEqual([`receipt:${id}`]);
  });

  test('an order is not written over by an answer to an earlier question', async () => {
    const id = idFor('cs_test_', 101);
    const earlier = await readStored(id);
    await save(id, earlier, saleFor(101, { refunds: [REFUND] }), NOTHING);
    expect(await save(id, earlier, saleFor(101), { jobs: ['receipt:2'] })).toBe('moved');
    expect((await orderOf(id)).refunds).toEqual([REFUND]);
    expect(await dueJobs('jobs', now(), 10)).not.toContain('receipt:2');
  });

  // A dispute may come back to a status: an answer in between must not win, however late it is.
  test('an equal answer still counts as a newer one, also if another was faster to say so', async () => {
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

  test('no job is made due again that somebody runs', async () => {
    const job = 'alert:webhook/2027-01-01';
    await save(idFor('cs_test_', 103), { version: '0' }, saleFor(103), { jobs: [job] });
    expect(await claim(job, now())).not.toBeNull();
    await save(idFor('cs_test_', 104), { version: '0' }, saleFor(104), { jobs: [job] });
    expect(await dueJobs('jobs', now(), 10)).not.toContain(job);
  });

  test('orders are listed by the time of their sales, found, noted on, and not made by a note', async () => {
    await openRedis(stores.address()).redis.flushall();
    const seeds = seedsFrom(0, 27);
    await saveAll(seeds.toReversed());
    const [first, second] = [await listOrders(0), await listOrders(25)];
    const numbers = seeds.map(({ id }) => numberOf(id)).toReversed();
    expect([...first.orders, ...second.orders].map(({ number }) => number)).toEqual(numbers);
    const order = await orderOf(idFor('cs_test_', 3));
    expect(JSON.stringify(await findOrders(order.paymentId ?? ''))).toContain(order.sessionId);
    expect(statusOf(await setAccess(order, 'blocked'))).toBe('blocked');
    await countFetch(order.sessionId, 'guide-1');
    const withdrawnAt = await noteWithdrawal(order, ['withdrawal:3']);
    expect(await orderOf(order.sessionId)).toMatchObject({
      access: { is: 'blocked' },
      withdrawnAt,
      fetched: { 'guide-1': { times: 1 } },
    });
    const nobodys: Order = { ...order, sessionId: 'cs_test_none' };
    await countFetch(nobodys.sessionId, 'guide-1');
    await setAccess(nobodys, 'blocked');
    await expect(noteWithdrawal(nobodys, [])).rejects.toThrow('orders unavailable');
    expect(await connect().exists('order:dev:cs_test_none')).toBe(0);
  });

  test('Redis behind REST says whether its data outlives the process', async () => {
    await connect().set('kept', 'yes');
    const lasting = stores.notes().length === 0;
    expect(lasting).toBe(searchPath !== '');
    await stores.restart();
    expect(await connect().get('kept')).toBe('yes');
  });
});
