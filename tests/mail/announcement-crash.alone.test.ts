import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { beginAnnouncement, listAnnouncements } from '../../netlify/mail/redis-announcements.ts';
import { productOf } from '../catalogue.ts';
import { buy } from '../model/buying.ts';
import { post } from '../model/live.ts';
import { type Crash, runOnce } from '../model/outside.ts';
import { openWorld } from '../model/world.ts';

const world = await openWorld({ withMail: true });
afterAll(() => world.close());
beforeEach(() => {
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const PARENTS = ['one@example.com', 'three@example.com', 'two@example.com'];

/** Three parents who are to get an announcement. */
const begin = async (): Promise<void> => {
  await world.reset();
  for (const email of PARENTS) {
    const sessionId = await buy(world, { email });
    await world.call(post('/api/verify-payment', { sessionId }));
  }
  world.wait(1);
  const now = Math.floor(Date.now() / 1000);
  const { id: product } = productOf('guide-1');
  await beginAnnouncement({ edition: 'new', product, since: now, changes: '' }, now);
};

const portion = (crash: Crash | null = null) =>
  runOnce(() => world.call(post('/.netlify/functions/send-announcements', {})), { crash });

/** Five minutes pass, in which the turn of a function that was switched off ends. */
const nextPortion = async (): Promise<void> => {
  world.wait(1 / 12);
  await world.redis.del('telling-turn:dev');
  await portion();
};

const reached = async () =>
  (await world.mails())
    .filter(({ text }) => text.includes('/api/stop-news'))
    .map(({ to }) => String(to))
    .toSorted();

test('wherever a portion is switched off, the next one emails each parent exactly once', async () => {
  await begin();
  const { calls } = await portion();
  expect(await reached()).toEqual(PARENTS);
  expect(calls.length).toBeGreaterThan(15);
  for (const when of ['before', 'after'] as const) {
    for (let call = 0; call < calls.length; call += 1) {
      await begin();
      await portion({ call, when });
      await nextPortion();
      await nextPortion();
      expect(await reached(), `${when} call ${call}`).toEqual(PARENTS);
      const [record] = await listAnnouncements();
      expect(record, `${when} call ${call}`).toMatchObject({ state: 'done', buyers: 3, sent: 3 });
    }
  }
});
