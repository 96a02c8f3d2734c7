import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECRET_KEY, cleanUp, errorOf, guide, start } from './harness.ts';

test('a call whose answer is cut off is carried out, and its idempotency key replays the answer', async () => {
  const { stripe, send } = await start();
  const { sessions } = stripe.checkout;
  const key = { idempotencyKey: 'cut' };
  await send('PUT', 'faults', { api: { cutOff: true, times: 1 } });
  expect((await errorOf(sessions.create(guide, key))).type).toBe('StripeConnectionError');
  const session = await sessions.create(guide, key);
  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await sessions.list()).data).toHaveLength(1);
  const other = { ...guide, cancel_url: 'https://another.example' };
  expect((await errorOf(sessions.create(other, key))).type).toBe('StripeIdempotencyError');
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
