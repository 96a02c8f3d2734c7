import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { SECRET_KEY, cleanUp, errorOf, guide, start } from './harness.ts';

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

const stateFileOf = (...names: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, ...names, 'stripe.json');
};

test('payments, keys and undelivered events outlive a restart', async () => {
  const stateFile = stateFileOf('nested');
  const before = await start({ stateFile, webhookUrl: 'http://127.0.0.1:9/nobody' });
  const key = { idempotencyKey: 'one' };
  const { id } = await before.stripe.checkout.sessions.create(guide, key);
  await before.control('pay', { session: id });
  before.standIn.close();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(SECRET_KEY);
  const { stripe, types } = await start({ stateFile });
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  expect((await stripe.checkout.sessions.create(guide, key)).id).toBe(id);
  await expect.poll(types).toContain('checkout.session.completed');
});

test('a state file of another version is replaced, and the error names a broken one', async () => {
  const stateFile = stateFileOf();
  writeFileSync(stateFile, '{"version":1,"payments":[]}');
  const { stripe, standIn } = await start({ stateFile });
  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  standIn.close();
  writeFileSync(stateFile, '{"version":2,"sess');
  await expect(start({ stateFile })).rejects.toThrow(`${stateFile} cannot be read.`);
});
