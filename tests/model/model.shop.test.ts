import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { REPLAYED, SEED, runsOf } from '../depth.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { access, verify } from '../shop/buying.ts';
import { neverTimeOut } from '../shop/runs.ts';
import { createLife } from './life.ts';
import { type History, history, only } from './steps.ts';
import { type Truth, expectedStatus, isKnownRefunded } from './truth.ts';

const HISTORIES = runsOf(30, 3000);
/**
 * One hour less than the time for which Resend stores an idempotency key. After this time, the shop
 * gives up on a receipt without an outcome.
 */
const KEY_LIFETIME_IN_SECONDS = 23 * 3600;
const OWNER = 'owner@shop.example';

const shop = await openMailShop();
const { runDueJobs } = await import('../../netlify/jobs/run-due-jobs.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');

neverTimeOut();

type Life = Awaited<ReturnType<typeof createLife>>;

const live = async (life: Life, { acts, end }: History): Promise<void> => {
  await life.take(only('schedule'));
  pass(1 / 30);
  for (const act of acts) {
    await life.take(act);
    for (const [session, truth] of life.truths.entries()) {
      if (isKnownRefunded(truth)) await life.take(only('ask for a file', { session }));
    }
  }
  // From here on, nothing fails.
  await life.healMail();
  pass(2);
  if (end === 'redelivery') await life.redeliver();
  // After an outdated response, a status can also be outdated until the schedule runs.
  const hasLagged = acts.some(({ lag }) => lag > 0);
  // The first run may complete an earlier run that ran out of time. The second run reads the later
  // events.
  if (end === 'schedule' || hasLagged) {
    for (let run = 0; run < 2; run += 1) await life.take(only('schedule'));
  }
  for (;;) {
    await runDueJobs(() => true);
    const [, due] = await shop.redis.zrange<number[]>('jobs:dev', 0, 0, { withScores: true });
    if (due === undefined) return;
    pass(Math.max(due - Date.now() / 1000, 1) / 60);
  }
};

/** Expects one receipt for each paid order, an alert only after an hour, and no other email. */
const checkMails = async ({ truths, seen }: Life): Promise<void> => {
  const mails = await shop.inbox();
  const alerts = mails.filter(({ to }) => to === OWNER);
  if (seen.hours === 0) expect(alerts).toEqual([]);
  let found = alerts.length;
  const storeCreatedAt = Number(await shop.redis.get('store-created:dev'));
  for (const { session, paidAt } of truths.filter(({ payment }) => payment === 'paid')) {
    const { length } = mails.filter(({ text }) => text.includes(`session_id=${session}\n`));
    const is = (await readOrder(session))?.receipt?.is ?? 'none';
    expect(length, 'sends no receipt twice').toBeLessThanOrEqual(1);
    const isOld = Date.now() / 1000 - paidAt > KEY_LIFETIME_IN_SECONDS;
    // An order placed before the store was created may already have a receipt.
    const mayHaveNone = isOld && (is === 'unknown' || paidAt <= storeCreatedAt);
    if (!mayHaveNone) expect({ is, length }).toEqual({ is: 'sent', length: 1 });
    found += length;
  }
  expect(mails).toHaveLength(found);
};

/** Checks a shop that has seen every event. `fulfilled` lists the order numbers in its log. */
const check = async (life: Life, fulfilled: readonly string[]) => {
  const { truths, seen } = life;
  const bought = truths.filter(({ payment }) => payment !== 'unpaid');
  // Checked first, since the requests below may repair an order.
  const listed = await shop.redis.zrange<string[]>('orders:dev', 0, -1);
  expect(listed.toSorted()).toEqual(bought.map(({ session }) => session).toSorted());
  for (const truth of truths) {
    const status = expectedStatus(truth);
    expect((await verify(shop, truth.session)).status).toBe(status);
    expect((await access(shop, 'bundle', truth.session)).ok).toBe(status === 'paid');
  }
  const numbers = truths.map(({ session }: Truth) => orderNumberOf(session));
  expect(numbers).toEqual(expect.arrayContaining([...fulfilled]));
  if (!seen.wasEmptied) expect(new Set(fulfilled).size).toBe(fulfilled.length);
  await checkMails(life);
};

test('fulfills every paid session, in whatever order events arrive', async () => {
  const met = new Set<string>();
  const passes = async (given: History): Promise<void> => {
    const fulfilled: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => {
      const { event, order } = JSON.parse(line);
      if (event === 'order fulfilled') fulfilled.push(order);
    });
    vi.useFakeTimers({ toFake: ['Date'], now: given.start });
    const life = await createLife(shop);
    await live(life, given);
    await check(life, fulfilled);
    for (const truth of life.truths) met.add(expectedStatus(truth));
  };
  await fc.assert(fc.asyncProperty(history, passes), {
    numRuns: HISTORIES,
    seed: SEED,
    ...REPLAYED,
  });
  // Otherwise, the histories would not be varied enough.
  const wanted = ['paid', 'pending', 'refunded', 'disputed'];
  expect([...met]).toEqual(expect.arrayContaining(wanted));
});
