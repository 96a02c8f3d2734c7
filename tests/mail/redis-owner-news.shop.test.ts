import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import { createOwnerNewsStore } from '../../netlify/mail/redis-owner-news.ts';
import { createForget } from '../../netlify/orders/redis-forget.ts';
import { createOrderKeys } from '../../netlify/orders/redis-keys.ts';
import { createSums } from '../../netlify/orders/redis-sums.ts';
import { TOLD_TO_OWNER, addSums, addUp } from '../../netlify/orders/sales.ts';
import { ENGINES, openStores } from '../shop/engines.ts';

const keys = createOrderKeys('dev');
const NOW = 1_795_000_000;
const SUMS = new Map([['bundle', { orders: 2, amount: 3998, refunded: 100 }]]);
const NEWS = { key: 'sale/1', subject: 'Sold', lines: ['A guide'], page: '/admin-orders' };

describe.each(ENGINES)('on %s', (_name, searchPath) => {
  let stores: Awaited<ReturnType<typeof openStores>>;
  beforeAll(async () => {
    stores = await openStores(searchPath);
  });
  afterAll(() => stores.close());
  const client = () => ({ ...createRedisClient(stores.address()), keys });

  test('what the owner is told waits until it is sent, and is never kept again', async () => {
    const store = createOwnerNewsStore(client());
    expect(await store.isTold(NEWS.key)).toBe(false);
    const [id] = await Promise.all([1, 2].map(() => store.keep(NEWS.key, NEWS, NOW)));
    await store.keep('day/2026-11-22', null, NOW); // nothing to tell of it
    expect(await store.due(NOW, 10)).toEqual([id]);
    expect(await store.claim(id ?? '', NOW)).toBe(NOW);
    expect(await store.claim(id ?? '', NOW)).toBeNull();
    await store.end(id ?? '', { is: 'sent', detail: '1' }, NOW);
    await store.keep(NEWS.key, { ...NEWS, subject: 'Again' }, NOW);
    expect(await store.due(NOW, 10)).toEqual([]);
    for (const key of [NEWS.key, 'day/2026-11-22']) expect(await store.isTold(key)).toBe(true);
    expect(await client().redis.hlen(keys.ownerTried)).toBe(0);
  });

  test('the sums that the owner was told are kept with the email that tells them', async () => {
    const [store, sums] = [createOwnerNewsStore(client()), createSums(client())];
    await store.keep('day/1', null, NOW, SUMS);
    await store.keep('day/1', null, NOW, new Map()); // by another run at once
    expect(addUp([SUMS, ...(await sums.find([TOLD_TO_OWNER]))]).get('bundle')).toEqual(addSums([]));
  });

  test('a buyer is forgotten, and what is no personal fact stays', async () => {
    const { redis, reached, readHash } = client();
    const facts = { product: 'bundle', buyer: 'b', 'mail:receipt': 'sent 1 x', 'download:b': '1' };
    await redis.hset(keys.order('cs_1'), facts);
    await redis.zadd(keys.buyer('b'), { score: 1, member: 'cs_1' });
    const forget = createForget({ redis, reached, keys });
    await forget('cs_1', facts);
    await forget('cs_1', { product: 'bundle', buyer: '-' });
    expect(await readHash(keys.order('cs_1'))).toEqual({ product: 'bundle', buyer: '-' });
    expect(await redis.zcard(keys.buyer('b'))).toBe(0);
  });
});
