import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAsEver, rememberAnswers } from '../model/answers.ts';
import { BY_BANK, buy, eventOf } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { detailOf } from '../model/owner.ts';
import { runSchedule, statusOf, world } from '../model/test-world.ts';
import { SITE } from '../model/world.ts';
import { loadFunctions } from '../shop/routes.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

/** As it is recorded. Stripe is not asked. */
const recordedStatus = async (session: string) => (await detailOf(world, session))?.status;

/** Delivers the newest event of a type. */
const deliver = async (type: string): Promise<number> =>
  (await world.call(world.delivery(await eventOf(world, type)))).status;

const askForFiles = (session_id: string) =>
  post('/api/secure-file-access', { product_id: 'guide-1', session_id });

test.each([
  ['refund.created', 'refund', {}, 'paid', 'refunded'],
  [
    'checkout.session.async_payment_succeeded',
    'settle',
    { outcome: 'succeeded' },
    'pending',
    'paid',
  ],
])('%s is acknowledged once Stripe’s answer shows it', async (type, change, how, from, to) => {
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

test('an event is acknowledged an hour later in any case, since Stripe stops sending it', async () => {
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

test.each([
  ['paid', 'needs_response', 'under_review won'],
  ['paid', 'warning_needs_response', 'warning_under_review warning_closed'],
  ['disputed', 'needs_response', 'won appeal_needs_response'],
])('an order is %s, and so is its link, if its dispute went %s %s', async (status, ...course) => {
  const session = await buy(world);
  await runSchedule();
  const { files } = await (await world.call(askForFiles(session))).json();
  const fetchFile = async () => (await world.call(new Request(SITE + files[0].downloadUrl))).status;
  const [first, next = ''] = course;
  const { id } = (await world.control('dispute', { session, status: first })) ?? {};
  expect(await deliver('charge.dispute.created')).toBe(200);
  expect([await recordedStatus(session), await fetchFile()]).toEqual(['disputed', 403]);
  for (const is of next.split(' ')) {
    world.wait(1 / 60);
    await world.control('dispute/update', { id, status: is });
    const event = (await world.events()).findLast(({ type }) => /dispute/.test(type));
    expect(event && (await world.call(world.delivery(event))).status).toBe(200);
  }
  const isOpen = status === 'paid';
  expect([await recordedStatus(session), await fetchFile()]).toEqual([status, isOpen ? 200 : 403]);
});

test('an order paid with a test card opens nothing once the shop has a live key', async () => {
  const session = await buy(world);
  expect((await world.call(askForFiles(session))).status).toBe(200);
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_of_the_opening');
  vi.resetModules();
  const live = await loadFunctions();
  expect((await live(askForFiles(session))).ok).toBe(false);
});
