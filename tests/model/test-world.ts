import { afterAll, beforeEach, vi } from 'vitest';
import { post, scheduleCall } from './life.ts';
import { openWorld } from './world.ts';

/** The world of a test file, new to each of its tests. */
export const world = await openWorld();
afterAll(world.close);
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await world.reset();
});

/** The status that the buyer's page gets. */
export const statusOf = async (sessionId: string): Promise<string> =>
  (await (await world.call(post('/api/verify-payment', { sessionId }))).json()).status;

export const runSchedule = (): Promise<Response> => world.call(scheduleCall());
