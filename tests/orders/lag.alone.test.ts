import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerAsEver, rememberAnswers } from '../model/answers.ts';
import { BY_BANK, buy, eventOf, openSession } from '../model/buying.ts';
import { detailOf } from '../model/owner.ts';
import { runSchedule, statusOf, world } from '../model/test-world.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

/** As it is recorded. Stripe is not asked. */
const recordedStatus = async (session: string) => (await detailOf(world, session))?.status;

/** Delivers the newest event of a type. */
const deliver = async (type: string): Promise<number> =>
  (await world.call(world.delivery(await eventOf(world, type)))).status;

const SETTLED = { outcome: 'succeeded' };
const NOT_SETTLED = { outcome: 'failed' };

describe('an event is acknowledged', () => {
  test.each<readonly [type: string, change: string, how: object, from: string, to: string]>([
    ['checkout.session.async_payment_succeeded', 'settle', SETTLED, 'pending', 'paid'],
    ['checkout.session.async_payment_failed', 'settle', NOT_SETTLED, 'pending', 'failed'],
    ['refund.created', 'refund', {}, 'paid', 'refunded'],
    ['charge.refunded', 'refund', {}, 'paid', 'refunded'],
    ['charge.dispute.created', 'dispute', {}, 'paid', 'disputed'],
    ['charge.dispute.funds_withdrawn', 'dispute', {}, 'paid', 'disputed'],
  ])('once Stripe’s answer shows it: %s', async (type, change, how, from, to) => {
    const session = await buy(world, from === 'pending' ? BY_BANK : {});
    const answerAsBefore = await rememberAnswers(runSchedule);
    await world.control(change, { session, ...how });
    answerAsBefore();
    expect(await deliver(type)).toBe(502);
    expect(await recordedStatus(session)).toBe(from);
    answerAsEver();
    expect(await deliver(type)).toBe(200);
    expect(await recordedStatus(session)).toBe(to);
  });

  test('once Stripe’s answer shows the purchase', async () => {
    const session = await openSession(world);
    const answerAsBefore = await rememberAnswers(() => statusOf(session));
    await world.control('pay', { session });
    answerAsBefore();
    expect(await deliver('checkout.session.completed')).toBe(502);
    answerAsEver();
    expect(await deliver('checkout.session.completed')).toBe(200);
    expect(await recordedStatus(session)).toBe('paid');
  });

  test('an hour later all the same, since Stripe stops sending it some day', async () => {
    const session = await buy(world);
    const answerAsBefore = await rememberAnswers(runSchedule);
    await world.control('refund', { session });
    answerAsBefore();
    world.wait(1);
    expect(await deliver('refund.created')).toBe(502);
    world.wait(1 / 3600);
    expect(await deliver('refund.created')).toBe(200);
    answerAsEver();
    await runSchedule();
    expect(await recordedStatus(session)).toBe('refunded');
  });
});

test.each([
  ['refund', 'refunded', 'refund/fail', {}],
  ['dispute', 'disputed', 'dispute/update', { status: 'won' }],
])(
  'an answer from before a %s never reopens the order, and the schedule asks again later',
  async (change, closed, next, how) => {
    const session = await buy(world);
    const answerAsBefore = await rememberAnswers(runSchedule);
    const { id } = (await world.control(change, { session })) ?? {};
    await runSchedule();
    answerAsBefore();
    expect(await deliver('checkout.session.completed')).toBe(502);
    await world.control(next, { id, ...how });
    const run = await runSchedule();
    expect(await run.json()).toMatchObject({ failed: 1, isDone: true });
    expect([await recordedStatus(session), await statusOf(session)]).toEqual([closed, closed]);
    answerAsEver();
    world.wait(2 / 60);
    await runSchedule();
    expect(await recordedStatus(session)).toBe('paid');
  },
);
