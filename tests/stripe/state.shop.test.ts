import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECRET_KEY, cleanUp, guide, start } from './harness.ts';

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
