import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BY_BANK, buy, eventOf } from '../model/buying.ts';
import { post } from '../model/live.ts';
import { runOnce } from '../model/outside.ts';
import { SITE, openWorld } from '../model/world.ts';

const world = await openWorld({ withMail: true });
afterAll(world.close);
const reconcile = () => world.call(post('/.netlify/functions/reconcile', {}));
/** A shop that has run for an hour and sold nothing. */
const openShop = async () => {
  await world.reset();
  await reconcile();
  world.wait(1);
};
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  await openShop();
});

const receiptsOf = async (session: string) =>
  (await world.mails()).filter(({ text }) => text.includes(session));

const factOf = (session: string) => world.redis.hget(`order:dev:${session}`, 'mail:receipt');

/** The database is gone, and begins anew with the next run of the reconciler. */
const emptyRedis = () => world.redis.flushdb();

const MINUTES = 1 / 60;

describe('a receipt', () => {
  test.each([3, 10])('goes out %d days late where nobody could hear of the order', async (days) => {
    const session = await buy(world);
    world.wait(days * 24);
    await reconcile();
    await reconcile();
    expect(await receiptsOf(session)).toHaveLength(1);
  });

  test.each([1, 22, 24, 60])(
    'is no second one where Redis was emptied %d hours after the sale',
    async (hours) => {
      const session = await buy(world);
      await reconcile();
      expect(await receiptsOf(session)).toHaveLength(1);
      world.wait(hours);
      await emptyRedis();
      await reconcile();
      await world.call(post('/api/verify-payment', { sessionId: session }));
      expect(await receiptsOf(session)).toHaveLength(1);
    },
  );

  test('is no second one where Redis was emptied and the mail service is down for a day', async () => {
    const session = await buy(world);
    await reconcile();
    world.wait(1);
    await emptyRedis();
    await world.mailFaults({ status: 503 });
    await reconcile();
    world.wait(24);
    await world.mailFaults({});
    await reconcile();
    expect(await receiptsOf(session)).toHaveLength(1);
    expect(await factOf(session)).toMatch(/^unsure /);
  });

  test('is no second one where an old link is opened after Redis was emptied', async () => {
    const session = await buy(world);
    await reconcile();
    world.wait(30 * 24);
    await emptyRedis();
    await world.call(post('/api/verify-payment', { sessionId: session }));
    await reconcile();
    expect(await receiptsOf(session)).toHaveLength(1);
    expect(await factOf(session)).toBeNull();
  });

  test('is no second one where Redis was emptied right after the sale, and a run then breaks off', async () => {
    for (let call = 0, isOver = false; !isOver; call += 1) {
      await openShop();
      const session = await buy(world);
      await reconcile();
      world.wait(1 / 3600);
      await emptyRedis();
      const { value } = await runOnce(reconcile, { crash: { call, when: 'after' } });
      isOver = value !== undefined;
      world.wait(24);
      await reconcile();
      expect(await receiptsOf(session), `a crash after call ${call}`).toHaveLength(1);
    }
  });

  test('is not sent beside the email with all orders that its buyer has just asked for', async () => {
    const session = await buy(world);
    await world.call(post('/api/find-purchase', { email: 'parent@example.com' }));
    await reconcile();
    const [email, ...others] = await receiptsOf(session);
    expect(others).toEqual([]);
    expect(email?.subject).not.toContain('Your download');
    expect(await world.redis.zcard('receipts:dev')).toBe(0);
  });

  test('goes out where Redis was emptied while it still waited', async () => {
    await world.mailFaults({ status: 503 });
    const session = await buy(world);
    await reconcile();
    await emptyRedis();
    await world.mailFaults({});
    world.wait(2 * MINUTES);
    await reconcile();
    expect(await receiptsOf(session)).toHaveLength(1);
  });

  test('goes out once a bank debit is paid, days after it was seen, though Redis was emptied before', async () => {
    const session = await buy(world, BY_BANK);
    await reconcile();
    world.wait(48);
    await emptyRedis();
    await reconcile();
    world.wait(48);
    await world.control('settle', { session, outcome: 'succeeded' });
    await reconcile();
    expect(await receiptsOf(session)).toHaveLength(1);
  });

  test('comes from the shop where it was bought, whoever else has the keys of Stripe and of the mails', async () => {
    const session = await buy(world);
    for (const other of world.others) {
      const response = await other.reconcile();
      expect(await response.json()).toMatchObject({ healed: 1, failed: 0 });
    }
    expect(await world.mails()).toEqual([]);
    await reconcile();
    const [receipt, ...more] = await receiptsOf(session);
    expect(more).toEqual([]);
    expect(receipt?.text).toContain(`${SITE}/guide-download?session_id=${session}`);
  });
});

test('of a disputed order nothing is added however often its buyer asks', async () => {
  const session = await buy(world);
  await world.control('dispute', { session });
  await world.call(world.delivery(await eventOf(world, 'charge.dispute.created')));
  const before = await world.redis.hgetall(`order:dev:${session}`);
  for (let asked = 0; asked < 3; asked += 1) {
    world.wait(1);
    await world.call(post('/api/find-purchase', { email: 'parent@example.com' }));
  }
  const after = await world.redis.hgetall(`order:dev:${session}`);
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
});
