import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAsEver, answerInstead, refusalFor } from '../model/answers.ts';
import { BY_BANK, buy } from '../model/buying.ts';
import { post, scheduleCall } from '../model/life.ts';
import { runOnce } from '../model/outside.ts';
import { detailOf } from '../model/owner.ts';
import { REDIS, SITE, openWorld } from '../model/world.ts';

const world = await openWorld({ withMail: true });
afterAll(world.close);
const runSchedule = () => world.call(scheduleCall());
/** A shop that has run for an hour and sold nothing. */
const openShop = async () => {
  await world.reset();
  await runSchedule();
  world.wait(1);
};
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  await openShop();
});
afterEach(() => void vi.restoreAllMocks());

const receiptsOf = async (session: string) =>
  (await world.mails()).filter(({ text }) => text.includes(`session_id=${session}\n`));
/** What the owner reads of the order's own receipt. */
const outcomeOf = async (session: string) =>
  (await detailOf(world, session))?.receipts.find(({ copy }) => copy === 0)?.outcome;
const comeBack = (sessionId: string) => world.call(post('/api/verify-payment', { sessionId }));

const DAY = 24;
const A_MOMENT = 1 / 30;

// The mail service knows for 24 hours what it was sent.
test.each([1, 22, 24, 60])(
  'a receipt is not sent again if Redis is emptied %d hours later',
  async (hours) => {
    const session = await buy(world);
    await runSchedule();
    world.wait(hours);
    await world.emptyRedis();
    await runSchedule();
    await comeBack(session);
    expect(await receiptsOf(session)).toHaveLength(1);
  },
);

test('an order that was paid before the store was made is known again without a second receipt', async () => {
  const session = await buy(world);
  await runSchedule();
  await world.emptyRedis();
  world.wait(DAY);
  await comeBack(await buy(world));
  world.wait(DAY);
  await runSchedule();
  expect(await receiptsOf(session)).toHaveLength(1);
  expect(await outcomeOf(session)).toBeUndefined();
});

test('a receipt is sent for an order that the shop learns of ten days later', async () => {
  await comeBack(await buy(world));
  const session = await buy(world);
  world.wait(10 * DAY);
  await runSchedule();
  expect(await receiptsOf(session)).toHaveLength(1);
  expect(await outcomeOf(session)).toBe('sent');
});

test('a receipt is sent if Redis was emptied while it waited', async () => {
  const session = await buy(world);
  await world.mailFaults({ status: 503 });
  await runSchedule();
  await world.emptyRedis();
  await world.mailFaults({});
  world.wait(A_MOMENT);
  await runSchedule();
  expect(await receiptsOf(session)).toHaveLength(1);
});

test('a receipt is sent once a bank debit is paid, though Redis was emptied since the sale', async () => {
  const session = await buy(world, BY_BANK);
  await runSchedule();
  world.wait(2 * DAY);
  await world.emptyRedis();
  await runSchedule();
  expect(await receiptsOf(session)).toEqual([]);
  world.wait(2 * DAY);
  await world.control('settle', { session, outcome: 'succeeded' });
  await runSchedule();
  expect(await receiptsOf(session)).toHaveLength(1);
});

test('it is unknown of a receipt whether it was sent, if Redis was emptied and the mail service is down for a day', async () => {
  const session = await buy(world);
  await runSchedule();
  world.wait(1);
  await world.emptyRedis();
  await world.mailFaults({ status: 503 });
  await runSchedule();
  world.wait(DAY);
  await world.mailFaults({});
  await runSchedule();
  expect(await receiptsOf(session)).toHaveLength(1);
  expect(await outcomeOf(session)).toBe('unknown');
});

test('there is no second receipt if Redis fails right after the first, and the mail service then for a day', async () => {
  const session = await buy(world);
  answerInstead(async (request) => {
    const isOutcome = request.url.startsWith(REDIS) && (await request.text()).includes('"sent');
    return isOutcome ? new Response(null, { status: 500 }) : undefined;
  });
  await runSchedule();
  answerAsEver();
  await world.mailFaults({ status: 503 });
  for (let hours = 0; hours < 30; hours += 1) {
    world.wait(1);
    await runSchedule();
  }
  await world.mailFaults({});
  world.wait(DAY);
  await runSchedule();
  expect(await receiptsOf(session)).toHaveLength(1);
});

test('there is no second receipt if Redis was emptied right after the sale, and a run then breaks off', async () => {
  for (let call = 0, isOver = false; !isOver; call += 1) {
    await openShop();
    const session = await buy(world);
    await runSchedule();
    world.wait(1 / 3600);
    await world.emptyRedis();
    const { value } = await runOnce(runSchedule, { crash: { call, when: 'after' } });
    isOver = value !== undefined;
    world.wait(DAY);
    await runSchedule();
    expect(await receiptsOf(session), `a crash after call ${call}`).toHaveLength(1);
  }
});

test('an order that could not be read is read again though the day’s emails are used up', async () => {
  await world.mailFaults({ status: 429, name: 'daily_quota_exceeded' });
  for (let emails = 0; emails < 3; emails += 1) await buy(world);
  await runSchedule();
  world.wait(A_MOMENT);
  const session = await buy(world);
  answerInstead(refusalFor(`/v1/checkout/sessions/${session}`));
  await runSchedule();
  // From now on, its event is not read again.
  world.wait(2);
  await runSchedule();
  answerAsEver();
  world.wait(1 / 6);
  await runSchedule();
  expect(await detailOf(world, session)).toMatchObject({ status: 'paid', receipt_waits: true });
});

test('a receipt comes from the shop where it was bought, whoever else has the keys of Stripe and of the emails', async () => {
  const session = await buy(world);
  for (const other of world.others) {
    const response = await other.runSchedule();
    expect(await response.json()).toMatchObject({ fulfilled: 1, failed: 0 });
  }
  expect(await world.mails()).toEqual([]);
  await runSchedule();
  const [receipt, ...more] = await receiptsOf(session);
  expect(more).toEqual([]);
  expect(receipt?.text).toContain(`${SITE}/guide-download?session_id=${session}`);
});
