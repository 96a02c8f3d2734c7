import { runDue } from '../../netlify/jobs/run.ts';
import { readProgress } from '../../netlify/orders/last-run.ts';
import { act } from './act.ts';
import { type Life, count } from './life.ts';
import { createTurns } from './outside.ts';
import { MOMENT_IN_HOURS, isForShop, perform } from './perform.ts';
import type { History, MailState, Step } from './steps.ts';
import { PRODUCTS, isKnownRefunded } from './truth.ts';

/** Longer than the minute for which a crashed function has claimed a job. */
const MINUTES_IN_HOURS = 2 / 60;

const MAIL_FAULTS: Readonly<Record<MailState, object>> = {
  well: {},
  down: { status: 503 },
  busy: { status: 429 },
  lost: { cutOff: true },
  quota: { status: 429, name: 'daily_quota_exceeded' },
};

/** Removes all that the shop has noted. Stripe still has the sales, refunds and disputes. */
const emptyRedis = async ({ world, truths, acknowledged, tally }: Life): Promise<void> => {
  await world.emptyRedis();
  acknowledged.clear();
  for (const truth of truths) {
    const earlierCopies = truth.earlierCopies + truth.copies.size;
    truth.reported.clear();
    truth.copies.clear();
    Object.assign(truth, { access: null, wasLost: true, earlierCopies });
  }
  count(tally, 'Redis emptied');
  // Stripe's times are in seconds: a payment of this one could be from before or after.
  world.wait(MOMENT_IN_HOURS);
};

/** One step of a history. */
const take = async (life: Life, step: Step): Promise<void> => {
  const { world, tally } = life;
  switch (step.do) {
    case 'run':
      return perform(life, step.call, step);
    case 'at once': {
      const turns = createTurns(step.turns);
      await Promise.all([
        ...step.calls.map((call) => perform(life, call, { turns })),
        ...step.actions.map((action) => turns(() => act(life, action))),
      ]);
      return;
    }
    case 'pause':
      count(tally, 'pauses');
      world.wait(MINUTES_IN_HOURS);
      if (step.afterSchedule) await perform(life, { call: 'schedule' });
      return world.wait(step.hours);
    case 'Redis is emptied':
      await emptyRedis(life);
      return world.wait(step.hours);
    case 'mail':
      return world.mailFaults(MAIL_FAULTS[step.is]);
    default:
      return act(life, step);
  }
};

/** Checks that orders with an acknowledged refund get no file. */
const checkRefunded = async (life: Life): Promise<void> => {
  for (const [session, truth] of life.truths.entries()) {
    const product = PRODUCTS.indexOf(truth.product);
    if (isKnownRefunded(truth)) await perform(life, { call: 'ask for a file', session, product });
  }
};

/** Runs every remaining job, as the schedule does over time. */
const runJobs = async ({ world }: Life): Promise<void> => {
  for (;;) {
    await runDue(() => true);
    const seconds = await world.untilNextJob();
    if (seconds === null) return;
    world.wait(Math.max(seconds, 1) / 3600);
  }
};

/** Runs a history and its end, during which nothing fails. */
export const live = async (life: Life, { steps, end }: History): Promise<void> => {
  const { world } = life;
  await perform(life, { call: 'schedule' });
  world.wait(MOMENT_IN_HOURS);
  for (const step of steps) {
    await take(life, step);
    await checkRefunded(life);
  }
  await world.mailFaults({});
  world.wait(MINUTES_IN_HOURS);
  if (end === 'return') {
    for (const session of life.truths.keys()) await perform(life, { call: 'return', session });
  }
  if (end === 'redelivery') {
    for (const [event, { id }] of (await world.events()).filter(isForShop).entries()) {
      if (!life.acknowledged.has(id)) await perform(life, { call: 'deliver', event });
    }
  }
  // After an answer that lagged, a status may be an earlier one until the schedule runs.
  const hasLagged = steps.some((step) => step.do === 'run' && step.lag > 0);
  if (end === 'schedule' || (end === 'redelivery' && hasLagged)) {
    const { stopped } = await readProgress();
    await perform(life, { call: 'schedule' });
    // That run has read the rest of one that ran out of time. The next one reads what came after it began.
    if (stopped) await perform(life, { call: 'schedule' });
  }
  await runJobs(life);
};
