import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import { createOwnerNewsStore } from '../../netlify/mail/redis-owner-news.ts';
import { createForget } from '../../netlify/orders/redis-forget.ts';
import { createOrderKeys } from '../../netlify/orders/redis-keys.ts';
import { ENGINES, openStores } from '../shop/engines.ts';

const keys = createOrderKeys('dev');
const NEWS = { key: 'sale/1', subject: 'Sold', lines: ['A guide'], page: '/admin-orders' };

describe.each(ENGINES)('on %s', (_name, searchPath) => {
  let stores: Awaited<ReturnType<typeof openStores>>;
  beforeAll(async () => {
    stores = await openStores(searchPath);
  });
  afterAll(() => stores.close());
  const client = () => ({ ...createRedisClient(stores.address()), keys });

  test('news for the owner wait until they are dropped, and are never kept again', async () => {
    const store = createOwnerNewsStore(client());
    expect(await store.isTold(NEWS.key)).toBe(false);
    await Promise.all([store.keep(NEWS.key, NEWS), store.keep(NEWS.key, NEWS)]);
    await store.keep('day/2026-11-22', null); // nothing to tell of it
    expect(await store.waiting()).toEqual([NEWS]);
    await store.drop(NEWS.key);
    await store.keep(NEWS.key, { ...NEWS, subject: 'Again' });
    expect(await store.waiting()).toEqual([]);
    for (const key of [NEWS.key, 'day/2026-11-22']) expect(await store.isTold(key)).toBe(true);
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
