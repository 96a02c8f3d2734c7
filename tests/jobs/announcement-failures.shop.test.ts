import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pass } from '../shop/mail-shop.ts';
import type { Meet } from '../shop/runs.ts';
import { nameOf, openAnnouncingShop } from './announcing.ts';

/** Six hours before midnight UTC, so that the owner's session is still valid the next day. */
const EVENING = Date.parse('2026-11-22T18:00:00Z');
const LAST_SECOND_OF_DAY = Date.parse('2026-11-22T23:59:59Z');
const NEXT_DAY = '2026-11-23T00:00:00.000Z';
const DAY_IN_MINUTES = 24 * 60;

vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
const { shop, announce, buyAs, progress, publish, reached } = await openAnnouncingShop();
const { runSchedule, setMailFaults } = shop;
beforeEach(async () => {
  vi.setSystemTime(EVENING);
  await shop.empty();
});

const announceTo = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) await buyAs(name);
  await announce(await publish());
};

const useUpQuota = (quota: 'daily' | 'monthly') =>
  setMailFaults({ status: 429, name: `${quota}_quota_exceeded` });

describe('an announcement', () => {
  test.each([
    {
      name: 'sends an announcement once even if all responses from the mail service are lost',
      fail: () => setMailFaults({ cutOff: true }),
      reachedInFirstRun: ['one', 'two'],
      reachedInAnHour: ['one', 'two'],
      pausedUntil: null,
    },
    {
      name: 'delays an announcement until the next day if the daily quota is used up',
      fail: () => useUpQuota('daily'),
      reachedInFirstRun: [],
      reachedInAnHour: [],
      pausedUntil: NEXT_DAY,
    },
    {
      name: 'delays an announcement until the next day if the monthly quota is used up',
      fail: () => useUpQuota('monthly'),
      reachedInFirstRun: [],
      reachedInAnHour: [],
      pausedUntil: NEXT_DAY,
    },
    {
      name: 'delays an announcement while Stripe, which stores the addresses, fails',
      fail: () => shop.failStripe('500'),
      reachedInFirstRun: [],
      reachedInAnHour: ['one', 'two'],
      pausedUntil: null,
    },
  ])('$name', async ({ fail, reachedInFirstRun, reachedInAnHour, pausedUntil }) => {
    await announceTo('one', 'two');

    await fail();
    await runSchedule();
    await shop.heal();
    expect(await reached()).toEqual(reachedInFirstRun);

    pass(60);
    await runSchedule();
    expect(await reached()).toEqual(reachedInAnHour);
    expect((await progress())?.paused_until).toBe(pausedUntil);

    pass(5 * 60); // the next day
    await runSchedule();
    expect(await reached()).toEqual(['one', 'two']);
    expect(await progress()).toMatchObject({ left: 0, emailed: 2, paused_until: null });
  });

  test('sends an announcement to every buyer once the monthly quota resets days later', async () => {
    await announceTo('one', 'two');
    await useUpQuota('monthly');
    for (let day = 1; day <= 9; day += 1) {
      await runSchedule();
      pass(DAY_IN_MINUTES);
    }
    expect(await reached()).toEqual([]);
    await setMailFaults({});
    pass(DAY_IN_MINUTES);
    await runSchedule();
    expect(await reached()).toEqual(['one', 'two']);
  });

  test('continues an announcement at midnight UTC, a second after the quota ran out', async () => {
    await announceTo('one', 'two');
    vi.setSystemTime(LAST_SECOND_OF_DAY);
    await useUpQuota('daily');
    await runSchedule();
    await setMailFaults({});
    await runSchedule();
    expect(await reached()).toEqual([]);
    vi.setSystemTime(Date.parse(NEXT_DAY));
    await runSchedule();
    // The refused email waits another minute.
    expect(await reached()).toHaveLength(1);
  });
});

test('sends a receipt that becomes due mid-announcement before the remaining announcement emails', async () => {
  await announceTo('a', 'b', 'c', 'd', 'e', 'f');
  await setMailFaults({ status: 503, times: 1 });
  const waitingReceipt = `receipt:${await buyAs('late')}`;
  const sentBefore = (await shop.inbox()).length;
  let emails = 0;
  const makeReceiptDue: Meet = async (_call, send, { url }) => {
    if (url.endsWith('/emails')) emails += 1;
    if (emails === 1) {
      await shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member: waitingReceipt });
    }
    return send();
  };
  await shop.runOnce(runSchedule, makeReceiptDue);
  expect(await reached()).toHaveLength(6);
  const oldestFirst = (await shop.inbox()).map(nameOf).toReversed();
  const sentByRun = oldestFirst.slice(sentBefore);
  expect(sentByRun.indexOf('late')).toBe(1);
});

/** Runs the schedule while Resend reports how many of the day's emails have been sent. */
const runAfterUsing = async (emailsBefore: number): Promise<void> => {
  let used = emailsBefore;
  await shop.runOnce(runSchedule, async (_call, send, { url }) => {
    const response = await send();
    if (!url.endsWith('/emails')) return response;
    used += 1;
    response.headers.set('x-resend-daily-quota', String(used));
    return response;
  });
};

describe('on a plan with 100 emails a day', () => {
  test.each([
    { used: 55, sent: 5 },
    { used: 56, sent: 4 },
  ])(
    'sends $sent announcement emails if $used emails were already sent that day',
    async ({ used, sent }) => {
      await announceTo('a', 'b', 'c', 'd', 'e', 'f');
      await runAfterUsing(used);
      expect(await reached()).toHaveLength(sent);
      expect((await progress())?.paused_until).toBe(NEXT_DAY);
    },
  );

  test('sends a receipt even after the day’s 60th email', async () => {
    await announceTo('a', 'b');
    await runAfterUsing(59);
    expect(await reached()).toHaveLength(1);
    expect(await shop.mailsAbout(await buyAs('late'))).toHaveLength(1);
  });

  test('continues an announcement the next day', async () => {
    await announceTo('a', 'b');
    await runAfterUsing(59);
    pass(6 * 60);
    await runSchedule();
    expect(await reached()).toEqual(['a', 'b']);
    expect(await progress()).toMatchObject({ left: 0 });
  });
});
