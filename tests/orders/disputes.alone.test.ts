import { afterEach, expect, test, vi } from 'vitest';
import { answerInstead } from '../model/answers.ts';
import { buy, eventOf } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { type AtCall, runOnce } from '../model/outside.ts';
import { accessCall, detailOf } from '../model/owner.ts';
import { runSchedule, world } from '../model/test-world.ts';
import { SITE, STRIPE } from '../model/world.ts';

afterEach(() => void vi.restoreAllMocks());

const A_MOMENT = 1 / 60;

/** As it is recorded. Stripe is not asked. */
const recordedStatus = async (session: string) => (await detailOf(world, session))?.status;

/** Delivers the newest event about a dispute. */
const deliver = async (): Promise<number> => {
  const event = (await world.events()).findLast(({ type }) => type.startsWith('charge.dispute.'));
  return event ? (await world.call(world.delivery(event))).status : 0;
};

const open = async (session: string, status = 'needs_response'): Promise<string> => {
  world.wait(A_MOMENT);
  return (await world.control('dispute', { session, status }))?.id ?? '';
};

const moveOn = async (id: string, course: string): Promise<void> => {
  for (const status of course.split(' ').filter(Boolean)) {
    world.wait(A_MOMENT);
    expect(await world.control('dispute/update', { id, status })).not.toBeNull();
  }
};

/** A link to a file of an order that is open. */
const linkTo = async (session_id: string): Promise<string> => {
  const body = { product_id: 'guide-1', session_id };
  const { files } = await (await world.call(post('/api/secure-file-access', body))).json();
  return SITE + files[0].downloadUrl;
};

const COURSES = [
  ['paid', 'needs_response', 'under_review won'],
  ['paid', 'needs_response', 'lost appeal_needs_response appeal_under_review won'],
  ['paid', 'warning_needs_response', 'warning_under_review warning_closed'],
  ['disputed', 'needs_response', ''],
  ['disputed', 'needs_response', 'lost'],
  ['disputed', 'needs_response', 'won appeal_needs_response'],
  ['disputed', 'needs_response', 'won appeal_needs_response appeal_under_review lost'],
  ['disputed', 'warning_needs_response', ''],
  ['disputed', 'warning_needs_response', 'warning_closed needs_response'],
  ['disputed', 'prevented', ''],
] as const;

test.each(COURSES)('an order is %s if its dispute went %s %s', async (status, first, course) => {
  const session = await buy(world);
  await runSchedule();
  const link = await linkTo(session);
  const id = await open(session, first);
  expect(await deliver()).toBe(200);
  expect([await recordedStatus(session), (await world.call(new Request(link))).status]).toEqual([
    'disputed',
    403,
  ]);
  for (const next of course.split(' ')) {
    await moveOn(id, next);
    expect(await deliver()).toBe(200);
  }
  expect(await recordedStatus(session)).toBe(status);
  expect((await world.call(new Request(link))).status).toBe(status === 'paid' ? 200 : 403);
});

test.each(COURSES)('the schedule finds alone that it is %s: %s %s', async (status, ...course) => {
  const session = await buy(world);
  await runSchedule();
  const [first, next] = course;
  await moveOn(await open(session, first), next);
  await runSchedule();
  expect(await recordedStatus(session)).toBe(status);
});

test('a status that Stripe has not published yet closes the order', async () => {
  const session = await buy(world);
  const id = await open(session);
  await moveOn(id, 'won');
  const real = globalThis.fetch;
  answerInstead(async (request) => {
    if (!request.url.startsWith(`${STRIPE}/v1/disputes`)) return undefined;
    const text = await (await real(request)).text();
    return new Response(text.replace('"status":"won"', '"status":"a_new_status"'));
  });
  await deliver();
  expect(await recordedStatus(session)).toBe('disputed');
});

test('an order that the owner opened stays open while its dispute moves on, and another one closes it', async () => {
  const session = await buy(world);
  const id = await open(session);
  await moveOn(id, 'lost');
  await deliver();
  world.wait(A_MOMENT);
  await world.call(await accessCall(session, 'open'));
  expect(await recordedStatus(session)).toBe('paid');
  await moveOn(id, 'appeal_needs_response appeal_under_review lost');
  await deliver();
  expect(await recordedStatus(session)).toBe('paid');
  await open(session);
  await deliver();
  expect(await recordedStatus(session)).toBe('disputed');
});

test('an answer about an appeal never outlasts the later one that it was won, however slow it is', async () => {
  const places = new Set<number>();
  for (let place = 0, isOver = false; !isOver; place += 1) {
    await world.reset();
    const session = await buy(world);
    const id = await open(session);
    await moveOn(id, 'won');
    await deliver();
    await moveOn(id, 'appeal_needs_response');
    const appeal = await eventOf(world, 'charge.dispute.updated');
    let seen = -1;
    isOver = true;
    const decide: AtCall = async () => {
      seen += 1;
      if (seen !== place) return;
      isOver = false;
      places.add(place);
      await moveOn(id, 'appeal_under_review won');
      expect(await deliver()).toBe(200);
    };
    await runOnce(() => world.call(world.delivery(appeal)), { atCall: decide });
    const status = isOver ? 'paid' : await recordedStatus(session);
    expect(status, `at ${place}`).toBe('paid');
  }
  expect(places.size).toBeGreaterThanOrEqual(8);
});
