import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAsEver, rememberAnswers } from '../model/answers.ts';
import { BY_BANK, buy, eventOf } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { detailOf } from '../model/owner.ts';
import { runSchedule, world } from '../model/test-world.ts';
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

test('an order paid with a test card opens nothing once the shop has a live key', async () => {
  const session = await buy(world);
  expect((await world.call(askForFiles(session))).status).toBe(200);
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_of_the_opening');
  vi.resetModules();
  const live = await loadFunctions();
  expect((await live(askForFiles(session))).ok).toBe(false);
});
