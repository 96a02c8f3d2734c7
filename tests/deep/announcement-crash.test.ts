import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { beginAnnouncement, progressOf } from '../../netlify/jobs/announce.ts';
import { productOf } from '../catalogue.ts';
import { buy } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { type Crash, runOnce } from '../model/outside.ts';
import { openWorld } from '../model/world.ts';

const world = await openWorld({ withMail: true });
afterAll(() => world.close());
beforeEach(() => {
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const EDITION = 'new';
const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `${n}@example.com`);

const begin = async (buyers: number): Promise<void> => {
  await world.reset();
  for (const email of namesOf(buyers)) {
    const sessionId = await buy(world, { email });
    await world.call(post('/api/verify-payment', { sessionId }));
  }
  world.wait(1);
  const since = Math.floor(Date.now() / 1000);
  const { id: product } = productOf('guide-1');
  await beginAnnouncement({ edition: EDITION, product, since, changes: '' });
};
const reached = async () =>
  (await world.mails())
    .filter(({ text }) => text.includes('/api/unsubscribe'))
    .map(({ to }) => String(to))
    .toSorted();

const run = (crash: Crash | null = null) =>
  runOnce(() => world.call(post('/.netlify/functions/jobs', {})), { crash });

test('wherever a run is switched off, the next ones email each buyer exactly once', async () => {
  await begin(3);
  const { calls } = await run();
  expect(await reached()).toEqual(namesOf(3));
  for (let call = 0; call < calls.length; call += 1) {
    for (const when of ['before', 'after'] as const) {
      await begin(3);
      await run({ call, when });
      for (let runs = 0; runs < 2; runs += 1) {
        world.wait(1 / 12);
        await run();
      }
      expect(await reached(), `${when} call ${call}`).toEqual(namesOf(3));
      expect(await progressOf(EDITION), `${when} call ${call}`).toMatchObject({ left: 0 });
    }
  }
});
