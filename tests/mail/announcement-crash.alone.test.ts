import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { beginAnnouncement, listAnnouncements } from '../../netlify/mail/redis-announcements.ts';
import { productOf } from '../catalogue.ts';
import { buy } from '../model/buying.ts';
import { type Crash, runOnce } from '../model/outside.ts';
import { SITE, openWorld } from '../model/world.ts';
import { jsonPost } from '../shop/shop.ts';

const world = await openWorld({ withMail: true });
afterAll(() => world.close());
beforeEach(() => {
  for (const told of ['log', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
});

const PRODUCT = productOf('guide-1');
const PARENTS = ['one@example.com', 'two@example.com', 'three@example.com'];

const buyAs = async (email: string): Promise<void> => {
  const sessionId = await buy(world, { email });
  await world.call(new Request(`${SITE}/api/verify-payment`, jsonPost({ sessionId })));
};

/** Three parents who are to get an announcement. */
const begin = async (): Promise<void> => {
  await world.reset();
  for (const parent of PARENTS) await buyAs(parent);
  world.wait(1);
  const now = Math.floor(Date.now() / 1000);
  const edition = { edition: 'new', product: PRODUCT.id, since: now, changes: '' };
  await beginAnnouncement(edition, now);
};

const portion = (crash: Crash | null = null) =>
  runOnce(
    () =>
      world.call(new Request(`${SITE}/.netlify/functions/send-announcements`, { method: 'POST' })),
    { crash },
  );

/** Five minutes later. The turn of who was switched off is over by then. */
const nextPortion = async (): Promise<void> => {
  world.wait(1 / 12);
  await world.redis.del('telling-turn:dev');
  await portion();
};

const toldOf = async () =>
  (await world.mails())
    .filter(({ text }) => text.includes('/api/stop-news'))
    .map(({ to }) => String(to))
    .toSorted();

test('wherever a portion is switched off, the next one tells each parent exactly once', async () => {
  await begin();
  const { calls } = await portion();
  expect(await toldOf()).toEqual(PARENTS.toSorted());
  expect(calls.length).toBeGreaterThan(15);
  for (const when of ['before', 'after'] as const) {
    for (let call = 0; call < calls.length; call += 1) {
      await begin();
      await portion({ call, when });
      await nextPortion();
      await nextPortion();
      expect(await toldOf(), `${when} call ${call}`).toEqual(PARENTS.toSorted());
      const [record] = await listAnnouncements();
      expect(record, `${when} call ${call}`).toMatchObject({ state: 'done', buyers: 3, sent: 3 });
    }
  }
});
