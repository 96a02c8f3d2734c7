import { afterAll, expect, test } from 'vitest';
import { buy, eventOf } from '../model/buying.ts';
import { openWorld } from '../model/world.ts';

// Where there is no redis-server, an engine in the process takes its place, and knows less of Redis.
const searchPath = process.env['PATH'] ?? '';
process.env['PATH'] = '';
const world = await openWorld();
process.env['PATH'] = searchPath;
afterAll(world.close);

test('without a redis-server too, calls are counted and a paid order is kept', async () => {
  const session = await buy(world);
  const delivered = await world.call(
    world.delivery(await eventOf(world, 'checkout.session.completed')),
  );
  expect(delivered.status).toBe(200);
  expect(await world.redis.hexists(`order:dev:${session}`, 'payment:paid')).toBe(1);
  expect(await world.redis.zscore('orders:dev', session)).not.toBeNull();
  expect(await world.redis.keys('limit:dev:create-payment:*')).toHaveLength(2);
});
