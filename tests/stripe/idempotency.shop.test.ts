import { expect, test, vi } from 'vitest';
import { errorOf, guide, start, startPaid } from './harness.ts';

const KEY = { idempotencyKey: 'one' };
const OTHER = { ...guide, cancel_url: 'https://another.example' };

const startWithSessions = async () => {
  const started = await start();
  const { sessions } = started.stripe.checkout;
  const create = (params: object = guide) => sessions.create({ ...guide, ...params }, KEY);
  const count = async () => (await sessions.list()).data.length;
  const fail = (api: object) => started.send('PUT', 'faults', { api });
  return { sessions, create, count, fail };
};

test('a call whose answer is cut off is carried out, and its key replays the answer', async () => {
  const { create, count, fail } = await startWithSessions();
  await fail({ cutOff: true, times: 1 });
  expect((await errorOf(create())).type).toBe('StripeConnectionError');
  const { lastResponse, id } = await create();
  expect(lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await create()).id).toBe(id);
  expect(await count()).toBe(1);
});

test('a key with other parameters, or for another call, is refused', async () => {
  const { create, count, sessions } = await startWithSessions();
  const { id } = await sessions.create(guide);
  await create();
  const free = { idempotencyKey: 'two' };
  await sessions.expire(id, {}, free);
  for (const call of [() => create(OTHER), () => sessions.expire('cs_test_other', {}, free)]) {
    const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
    expect(await errorOf(call())).toMatchObject(refusal);
  }
  expect(await count()).toBe(2);
});

test('an error of the call is saved, and so is one of Stripe’s own', async () => {
  const { stripe, intent } = await startPaid();
  const tooMuch = () => stripe.refunds.create({ payment_intent: intent, amount: 900 }, KEY);
  const first = await errorOf(tooMuch());
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
  const again = await errorOf(tooMuch());
  expect(again).toMatchObject({ message: first.message, statusCode: 400, param: 'amount' });
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' });

  const { create, count, fail } = await startWithSessions();
  await fail({ status: 500, times: 1 });
  for (const _ of ['first', 'again']) expect((await errorOf(create())).statusCode).toBe(500);
  expect(await count()).toBe(0);
});

test('a refused parameter and too many calls leave the key free', async () => {
  const { create, fail } = await startWithSessions();
  expect((await errorOf(create({ colour: 'red' }))).param).toBe('colour');
  await fail({ status: 429, times: 1 });
  expect((await errorOf(create(OTHER))).type).toBe('StripeRateLimitError');
  expect((await create()).lastResponse.headers).not.toHaveProperty('idempotent-replayed');
});

test('while a call is carried out, another one with its key is refused', async () => {
  const { create, count, fail } = await startWithSessions();
  await fail({ delayMs: 200, times: 1 });
  const outcomes = await Promise.allSettled([create(), create()]);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toEqual([
    expect.objectContaining({ statusCode: 409, code: 'idempotency_key_in_use' }),
  ]);
  expect(await count()).toBe(1);
});

const wait = (hours: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });

test('a key is kept for 24 hours', async () => {
  const { create } = await startWithSessions();
  const { id } = await create();
  wait(23.9);
  expect((await create()).id).toBe(id);
  wait(0.2);
  expect((await create()).id).not.toBe(id);
});
