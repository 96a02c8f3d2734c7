import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { beginAnnouncement, listAnnouncements } from '../../netlify/mail/redis-announcements.ts';
import { BATCH, PAGE, sendAnnouncements } from '../../netlify/mail/send-announcements.ts';
import { productOf } from '../catalogue.ts';
import { buy } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { type Crash, runOnce } from '../model/outside.ts';
import { openWorld } from '../model/world.ts';
import { keepAll, sessionsFrom } from '../shop/seed.ts';

// The emails' scripts run on the engine of a machine without redis-server. The other tests have the real one.
process.env['PATH'] = '';
const world = await openWorld({ withMail: true });
afterAll(() => world.close());
beforeEach(async () => {
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  await world.reset();
});

const { id: PRODUCT } = productOf('guide-1');
const OTHER = { productType: productOf('guide-2').product_type };
const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `${n}@example.com`);

/** Begins an announcement to so many buyers, whose orders come after so many others. */
const begin = async (buyers: number, others = 0): Promise<void> => {
  for (const email of namesOf(buyers)) {
    const sessionId = await buy(world, { email });
    await world.call(post('/api/verify-payment', { sessionId }));
  }
  await keepAll(sessionsFrom(0, others, OTHER)); // of a day before
  world.wait(1);
  const now = Math.floor(Date.now() / 1000);
  await beginAnnouncement({ edition: 'new', product: PRODUCT, since: now, changes: '' }, now);
};
const reached = async () =>
  (await world.mails())
    .filter(({ text }) => text.includes('/api/stop-news'))
    .map(({ to }) => String(to))
    .toSorted();
const record = async () => (await listAnnouncements())[0];

test('the buyers are read page by page and emailed batch by batch, in as many portions as it takes', async () => {
  await begin(2 * BATCH, 2 * PAGE);
  const sent = [];
  for (let step = 0; step < 6; step += 1) {
    // It has time for one: a page of orders, or a batch of emails, which takes a second.
    const hasTime = [true];
    await sendAnnouncements(() => {
      world.wait(1 / 3600);
      return hasTime.pop() ?? false;
    });
    sent.push((await reached()).length);
  }
  expect(sent).toEqual([0, 0, 0, BATCH, 2 * BATCH, 2 * BATCH]);
  expect(await record()).toMatchObject({ state: 'done' });
});

const send = (crash: Crash | null = null) =>
  runOnce(() => world.call(post('/.netlify/functions/send-announcements', {})), { crash });

test('wherever a portion is switched off, the next ones email each buyer exactly once', async () => {
  await begin(3);
  const { calls } = await send();
  expect(await reached()).toEqual(namesOf(3));
  for (const when of ['before', 'after'] as const) {
    for (let call = 0; call < calls.length; call += 1) {
      await world.reset();
      await begin(3);
      await send({ call, when });
      for (let portions = 0; portions < 2; portions += 1) {
        world.wait(1 / 12);
        await world.redis.del('telling-turn:dev'); // as it ends by itself in five minutes
        await send();
      }
      expect(await reached(), `${when} call ${call}`).toEqual(namesOf(3));
      expect(await record(), `${when} call ${call}`).toMatchObject({ state: 'done', sent: 3 });
    }
  }
});
