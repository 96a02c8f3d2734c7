import { afterAll, beforeEach, vi } from 'vitest';
import { post, scheduleCall } from './life.ts';
import { STRIPE, openWorld } from './world.ts';

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

/** From now on, some calls to the services outside are answered otherwise; ends with `vi.restoreAllMocks`. */
export const answerInstead = (
  instead: (request: Request) => Promise<Response | undefined> | Response | undefined,
): void => {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    return (await instead(request.clone())) ?? real(request);
  });
};

/** What Stripe answers to a question for a list that is empty; undefined to any other. */
export const emptyList = ({ method, url }: Request, path: string): Response | undefined => {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== STRIPE || pathname !== path) return undefined;
  return Response.json({ object: 'list', url: path, has_more: false, data: [] });
};
