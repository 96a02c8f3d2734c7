import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECRET_KEY, cleanUp, errorOf, eventually, guide, start } from './harness.ts';

test('a call whose answer is cut off is carried out, and its idempotency key replays the answer', async () => {
  const { stripe, send } = await start();
  const { sessions } = stripe.checkout;
  const key = { idempotencyKey: 'cut' };
  await send('PUT', 'faults', { api: { cutOff: true, times: 1 } });
  const cut = await errorOf(sessions.create(guide, key));
  expect(cut.type).toBe('StripeConnectionError');
  const session = await sessions.create(guide, key);
  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await sessions.list()).data).toHaveLength(1);
  const other = { ...guide, cancel_url: 'https://another.example' };
  expect(await errorOf(sessions.create(other, key))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
});

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('payments, keys and undelivered events outlive a restart', async () => {
  const stateFile = join(temporaryFolder(), 'nested', 'stripe.json');
  const before = await start({ stateFile, webhookUrl: 'http://127.0.0.1:9/nobody' });
  const session = await before.stripe.checkout.sessions.create(guide, { idempotencyKey: 'one' });
  await before.control('pay', { session: session.id });
  before.standIn.close();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(SECRET_KEY);
  const after = await start({ stateFile });
  const kept = await after.stripe.checkout.sessions.retrieve(session.id);
  expect(kept.payment_status).toBe('paid');
  const replayed = await after.stripe.checkout.sessions.create(guide, { idempotencyKey: 'one' });
  expect(replayed.id).toBe(session.id);
  await eventually(() => expect(after.types()).toContain('checkout.session.completed'));
});

test('a state file of another version is replaced, and the error names a broken one', async () => {
  const stateFile = join(temporaryFolder(), 'stripe.json');
  writeFileSync(stateFile, '{"version":1,"payments":[]}');
  const { stripe, standIn } = await start({ stateFile });
  const { id } = await stripe.checkout.sessions.create(guide);
  expect((await stripe.checkout.sessions.list()).data.map((session) => session.id)).toEqual([id]);
  standIn.close();
  writeFileSync(stateFile, '{"version":2,"sess');
  await expect(start({ stateFile })).rejects.toThrow(`cannot read its state in ${stateFile}`);
});
