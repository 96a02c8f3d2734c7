import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { subjectOf } from '../catalogue.ts';
import { BY_BANK, buy } from '../model/buying.ts';
import { post } from '../model/life.ts';
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
const comeBack = (sessionId: string) => world.call(post('/api/verify-payment', { sessionId }));
const emptyRedis = () => world.redis.flushdb();

const DAY = 24;
// The mail service knows for 24 hours what it was sent.
test.each([1, 22, 24, 60])(
  'a receipt does not go out again where Redis is emptied %d hours later',
  async (hours) => {
    const session = await buy(world);
    await reconcile();
    world.wait(hours);
    await emptyRedis();
    await reconcile();
    await comeBack(session);
    expect(await receiptsOf(session)).toHaveLength(1);
  },
);

test('a receipt goes out where Redis was emptied while it waited', async () => {
  const session = await buy(world);
  await world.mailFaults({ status: 503 });
  await reconcile();
  await emptyRedis();
  await world.mailFaults({});
  world.wait(1 / 30);
  await reconcile();
  expect(await receiptsOf(session)).toHaveLength(1);
});

test('a receipt goes out once a bank debit is paid, though Redis was emptied since the sale', async () => {
  const session = await buy(world, BY_BANK);
  await reconcile();
  world.wait(2 * DAY);
  await emptyRedis();
  await reconcile();
  world.wait(2 * DAY);
  await world.control('settle', { session, outcome: 'succeeded' });
  await reconcile();
  expect(await receiptsOf(session)).toHaveLength(1);
});

test('it is not known of a receipt whether it went out, where Redis was emptied and the mail service is down for a day', async () => {
  const session = await buy(world);
  await reconcile();
  world.wait(1);
  await emptyRedis();
  await world.mailFaults({ status: 503 });
  await reconcile();
  world.wait(DAY);
  await world.mailFaults({});
  await reconcile();
  expect(await receiptsOf(session)).toHaveLength(1);
  expect(await world.redis.hget(`order:dev:${session}`, 'mail:receipt')).toMatch(/^unsure /);
});

test('there is no second receipt where Redis was emptied right after the sale, and a run then breaks off', async () => {
  for (let call = 0, isOver = false; !isOver; call += 1) {
    await openShop();
    const session = await buy(world);
    await reconcile();
    world.wait(1 / 3600);
    await emptyRedis();
    const { value } = await runOnce(reconcile, { crash: { call, when: 'after' } });
    isOver = value !== undefined;
    world.wait(DAY);
    await reconcile();
    expect(await receiptsOf(session), `a crash after call ${call}`).toHaveLength(1);
  }
});

test('a receipt is not sent beside the email with all orders that its buyer has just asked for', async () => {
  const session = await buy(world);
  await world.call(post('/api/find-purchase', { email: 'parent@example.com' }));
  await reconcile();
  const subjects = (await receiptsOf(session)).map(({ subject }) => subject);
  expect(subjects).toEqual([subjectOf('find-purchase')]);
  expect(await world.redis.zcard('receipts:dev')).toBe(0);
});

test('a receipt comes from the shop where it was bought, whoever else has the keys of Stripe and of the emails', async () => {
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
