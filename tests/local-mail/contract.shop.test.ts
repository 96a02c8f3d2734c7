import { expect, test, vi } from 'vitest';
import { mail, start } from './harness.ts';

test('a sent email is listed for programs, newest first', async () => {
  const { sent, mails } = await start();
  const first = await sent(mail);
  const fields = { ...mail, to: ['Robin <Robin@example.com>'], headers: { 'X-Order': '7' } };
  const second = await sent(fields);
  expect(await mails()).toEqual([
    {
      id: second,
      to: 'Robin@example.com',
      subject: 'Your guide',
      html: '<p>Thank you</p>',
      text: 'Thank you',
      headers: { 'X-Order': '7' },
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
    expect.objectContaining({ id: first, to: 'parent@example.com', headers: {} }),
  ]);
});

const LONG_KEY = { 'idempotency-key': 'k'.repeat(257) };
const OTHER_KEY = { authorization: 'Bearer re_other' };
const LONG_TAG = { tags: [{ name: 'x'.repeat(257), value: 'x' }] };

/** What Resend would refuse of the shop's emails. */
test.for<readonly [status: number, name: string, fields: object, headers?: Record<string, string>]>(
  [
    [401, 'missing_api_key', {}, { authorization: '' }],
    [401, 'validation_error', {}, OTHER_KEY],
    [400, 'invalid_idempotency_key', {}, LONG_KEY],
    [422, 'missing_required_field', { from: undefined }],
    [422, 'invalid_from_address', { from: 'shop' }],
    [422, 'validation_error', { to: 'Robin <robin>' }],
    [422, 'validation_error', { html: undefined, text: undefined }],
    [422, 'validation_error', { tags: [{ name: 'a b', value: 'x' }] }],
    [422, 'validation_error', LONG_TAG],
    [422, 'validation_error', { replyTo: 'help@example.com' }],
  ],
)('it answers %i %s to %j with %j', async ([statusCode, name, fields, headers = {}]) => {
  const { send, mails } = await start();
  const answer = await send({ ...mail, ...fields }, headers);
  expect(answer.status).toBe(statusCode);
  expect(await answer.json()).toEqual({ statusCode, name, message: expect.any(String) });
  expect(await mails()).toEqual([]);
});

test('an idempotency key sends one email a day, and a refused call leaves its key free', async () => {
  const { send, sent, mails } = await start();
  const key = { 'idempotency-key': 'k'.repeat(256) };
  expect((await send({ ...mail, to: 'nobody' }, key)).status).toBe(422);
  const first = await sent(mail, key);
  expect(await sent(mail, key)).toBe(first);
  expect(await mails()).toHaveLength(1);
  const other = await send({ ...mail, subject: 'Another' }, key);
  expect(other.status).toBe(409);
  expect(await other.json()).toMatchObject({ name: 'invalid_idempotent_request' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_401_000 });
  expect(await sent(mail, key)).not.toBe(first);
});
