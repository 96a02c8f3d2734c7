import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { SECRET_KEY, cleanUp, errorOf, guide, start } from './harness.ts';

const KEY = { idempotencyKey: 'one' };
const OTHER = { ...guide, cancel_url: 'https://another.example' };

test('an idempotency key replays its answer for 24 hours, and is refused for another call', async () => {
  const { stripe, send } = await start();
  const { sessions } = stripe.checkout;
  const create = (params: object = guide) => sessions.create({ ...guide, ...params }, KEY);
  await send('PUT', 'faults', { api: { cutOff: true, times: 1 } });
  // The call is carried out, and its answer is lost.
  expect((await errorOf(create())).type).toBe('StripeConnectionError');
  const { lastResponse, id } = await create();
  expect(lastResponse.headers['idempotent-replayed']).toBe('true');
  for (const call of [() => create(OTHER), () => sessions.expire(id, {}, KEY)]) {
    const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
    expect(await errorOf(call())).toMatchObject(refusal);
  }
  const madeAt = Date.now();
  for (const [hours, isReplayed] of [
    [23.9, true],
    [24.1, false],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: madeAt + hours * 3_600_000 });
    expect((await create()).id === id).toBe(isReplayed);
  }
});

test('payments, keys and undelivered events outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'nested', 'stripe.json');
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
