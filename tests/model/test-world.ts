import { afterAll, beforeEach, vi } from 'vitest';
import { scheduleCall } from './life.ts';
import { openWorld } from './world.ts';

/** The world of a test file, new to each of its tests. */
export const world = await openWorld();
afterAll(world.close);
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await world.reset();
});

export const runSchedule = (): Promise<Response> => world.call(scheduleCall());
