import { afterAll, beforeEach, vi } from 'vitest';
import { post } from './live.ts';
import { openWorld } from './world.ts';

/** The world of a test file, new to each of its tests. */
export const world = await openWorld();
afterAll(world.close);
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await world.reset();
});

/** What the shop says of a session. */
export const statusOf = async (sessionId: string): Promise<string> =>
  (await (await world.call(post('/api/verify-payment', { sessionId }))).json()).status;

/** What the shop has recorded of a session. */
export const factsOf = (session: string) => world.redis.hgetall(`order:dev:${session}`);

export const reconcile = (): Promise<Response> =>
  world.call(post('/.netlify/functions/reconcile', {}));
