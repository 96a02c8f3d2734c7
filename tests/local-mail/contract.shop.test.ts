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

test.each<[string, Record<string, string>, number, string]>([
  ['without an API key', { authorization: '' }, 401, 'missing_api_key'],
  ['with another API key', { authorization: 'Bearer re_other' }, 401, 'validation_error'],
  ['with too long an idempotency key', LONG_KEY, 400, 'invalid_idempotency_key'],
])('a call %s is refused', async (_, headers, statusCode, name) => {
  const { send, mails } = await start();
  const answer = await send(mail, headers);
  expect(answer.status).toBe(statusCode);
  expect(await answer.json()).toEqual({ statusCode, name, message: expect.any(String) });
  expect(await mails()).toEqual([]);
});

const tag = (name: string) => ({ tags: [{ name, value: 'x' }] });

/** A field of the shop's emails, what just fits, and what does not. */
test.each<[string, object, object, string]>([
  ['from', {}, { from: undefined }, 'missing_required_field'],
  ['from', { from: 'shop@example.com' }, { from: 'shop' }, 'invalid_from_address'],
  ['to', {}, { to: 'Robin <robin>' }, 'validation_error'],
  ['html', { html: undefined }, { html: undefined, text: undefined }, 'validation_error'],
  ['tags', tag('a_1-Z'), tag('a b'), 'validation_error'],
  ['tags', tag('x'.repeat(256)), tag('x'.repeat(257)), 'validation_error'],
  ['reply_to', { reply_to: 'help@example.com' }, { reply_to: 'help' }, 'validation_error'],
  ['replyTo', {}, { replyTo: 'help@example.com' }, 'validation_error'],
  ['headers', { headers: { 'X-A': '1' } }, { headers: { 'X-A': 1 } }, 'validation_error'],
])('`%s` is checked as Resend checks it', async (field, within, beyond, name) => {
  const { send, sent, mails } = await start();
  await sent({ ...mail, ...within });
  const refused = await send({ ...mail, ...beyond });
  expect(refused.status).toBe(422);
  const message = expect.stringContaining(field);
  expect(await refused.json()).toEqual({ statusCode: 422, name, message });
  expect(await mails()).toHaveLength(1);
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

test('of simultaneous calls with one idempotency key only the first is carried out', async () => {
  const { send, control, mails } = await start();
  await control('PUT', 'faults', { delayMs: 300 });
  const key = { 'idempotency-key': 'at-once' };
  const answers = await Promise.all([send(mail, key), send(mail, key), send(mail, key)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ name: 'concurrent_idempotent_requests' });
  expect(await mails()).toHaveLength(1);
});
