import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followingOf } from '../../netlify/orders/fulfil.ts';
import type { Sale } from '../../netlify/stripe/session.ts';
import { answerAsEver, answerInstead, refusalFor } from '../model/answers.ts';
import { buy } from '../model/buying.ts';
import { post, scheduleCall } from '../model/life.ts';
import { detailOf } from '../model/owner.ts';
import { SITE, openWorld } from '../model/world.ts';
import { saleFor } from '../shop/seed.ts';

const world = await openWorld({ withMail: true });
afterAll(world.close);
const runSchedule = () => world.call(scheduleCall());
/** A shop that has run for an hour and sold nothing. */
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  await world.reset();
  await runSchedule();
  world.wait(1);
});
afterEach(() => void vi.restoreAllMocks());

const now = (): number => Math.floor(Date.now() / 1000);
const paidAgo = (seconds: number): Sale =>
  saleFor(1, { createdAt: now() - seconds, paidAt: now() - seconds });

describe('what follows from an answer', () => {
  const HOUR = 3600;
  const OF_THIS_SITE = { id: 'cs_test_1', isOfThisSite: true };
  const storeMade = (hoursAgo: number, sale: Sale | null = null) => ({
    sale,
    storeCreatedAt: now() - hoursAgo * HOUR,
  });
  const RECEIPT = { jobs: ['receipt:cs_test_1'] };
  const NONE = { jobs: [] };

  test('is one receipt once it is paid', () => {
    const sale = paidAgo(5);
    expect(followingOf(OF_THIS_SITE, sale, storeMade(1000), 'webhook')).toEqual(RECEIPT);
    expect(followingOf(OF_THIS_SITE, sale, storeMade(1000, sale), 'webhook')).toEqual(NONE);
    for (const payment of ['pending', 'failed'] as const) {
      const before = saleFor(1, { payment, paidAt: null });
      expect(followingOf(OF_THIS_SITE, before, storeMade(1000), 'webhook')).toEqual(NONE);
      // It was not paid before, so no receipt was sent, however long ago it was paid.
      const stored = storeMade(0, before);
      expect(followingOf(OF_THIS_SITE, paidAgo(50 * HOUR), stored, 'webhook')).toEqual(RECEIPT);
    }
  });

  test.each([
    [23 * HOUR - 1, true],
    [23 * HOUR, false],
  ])('%d s after a payment from before the store was made is a receipt: %s', (ago, isSent) => {
    const expected = isSent ? { ...RECEIPT, firstTryAt: now() - ago } : NONE;
    expect(followingOf(OF_THIS_SITE, paidAgo(ago), storeMade(0), 'webhook')).toEqual(expected);
    expect(followingOf(OF_THIS_SITE, paidAgo(ago), storeMade(1000), 'webhook')).toEqual(RECEIPT);
  });

  test('is nothing for an order of another site on the same Stripe account', () => {
    const other = { ...OF_THIS_SITE, isOfThisSite: false };
    expect(followingOf(other, paidAgo(2 * HOUR), storeMade(1000), 'schedule')).toEqual(NONE);
  });

  test.each([
    ['webhook', HOUR + 1, false],
    ['return', HOUR + 1, false],
    ['schedule', HOUR, false],
    ['schedule', HOUR + 1, true],
  ] as const)('is an alert if the %s found it after %d s: %s', (source, ago, isAlert) => {
    const { jobs } = followingOf(OF_THIS_SITE, paidAgo(ago), storeMade(1000), source);
    expect(jobs.some((job) => job.startsWith('alert:webhook/'))).toBe(isAlert);
  });
});

const receiptsOf = async (session: string) =>
  (await world.mails()).filter(({ text }) => text.includes(`session_id=${session}\n`));
/** What the owner reads of the order's own receipt. */
const outcomeOf = async (session: string) =>
  (await detailOf(world, session))?.receipts.find(({ copy }) => copy === 0)?.outcome;

// The mail service knows for 24 hours what it was sent.
test.each([22, 24])('Redis emptied %d hours later brings no second receipt', async (hours) => {
  const session = await buy(world);
  await runSchedule();
  world.wait(hours);
  await world.emptyRedis();
  await runSchedule();
  await world.call(post('/api/verify-payment', { sessionId: session }));
  expect(await receiptsOf(session)).toHaveLength(1);
});

test.each([
  ['is sent 23 hours', 23 * 3600, 'sent', 2],
  ['counts as unknown a second more than 23 hours', 23 * 3600 + 1, 'unknown', 1],
])('a receipt whose answer was lost %s after its first try', async (_, seconds, is, tries) => {
  const session = await buy(world);
  await world.mailFaults({ cutOff: true });
  await runSchedule();
  await world.mailFaults({});
  world.wait(seconds / 3600);
  const mailed = vi.spyOn(globalThis, 'fetch');
  await runSchedule();
  const sent = mailed.mock.calls.filter(([input]) => String(input).endsWith('/emails'));
  expect([sent.length, await outcomeOf(session)]).toEqual([tries - 1, is]);
  expect(await receiptsOf(session)).toHaveLength(1);
});

test('an order that could not be read is read again though the day’s emails are used up', async () => {
  await world.mailFaults({ status: 429, name: 'daily_quota_exceeded' });
  for (let emails = 0; emails < 3; emails += 1) await buy(world);
  await runSchedule();
  world.wait(1 / 30);
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
