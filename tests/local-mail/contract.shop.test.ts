import http from 'node:http';
import { expect, test, vi } from 'vitest';
import { API_KEY, mail, start } from './harness.ts';

test('a mail is taken and listed for programs, newest first', async () => {
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

test.each([
  ['without a key', { authorization: '' }, 401, 'missing_api_key'],
  ['with another key', { authorization: 'Bearer re_other' }, 401, 'validation_error'],
  [
    'with too long a key for its repetition',
    { 'idempotency-key': 'k'.repeat(257) },
    400,
    'invalid_idempotency_key',
  ],
])('a call %s is refused', async (_, headers, statusCode, name) => {
  const { send, mails } = await start();
  const answer = await send(mail, headers);
  expect(answer.status).toBe(statusCode);
  expect(await answer.json()).toEqual({ statusCode, name, message: expect.any(String) });
  expect(await mails()).toEqual([]);
});

test('a call that does not say who calls is refused', async () => {
  const { origin } = await start();
  const status = await new Promise((resolve) => {
    const headers = { authorization: `Bearer ${API_KEY}` };
    http
      .request(`${origin}/emails`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
      .end(JSON.stringify(mail));
  });
  expect(status).toBe(403);
});

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@b.example`);
const tag = (name: string) => ({ tags: [{ name, value: 'x' }] });

test.each<[string, object, object, string]>([
  ['from', {}, { from: undefined }, 'missing_required_field'],
  ['from', { from: 'shop@example.com' }, { from: 'shop' }, 'invalid_from_address'],
  ['to', {}, { to: undefined }, 'missing_required_field'],
  ['to', {}, { to: 'Robin <robin>' }, 'validation_error'],
  ['to', { to: addresses(50) }, { to: addresses(51) }, 'validation_error'],
  ['subject', {}, { subject: undefined }, 'missing_required_field'],
  ['html', { html: undefined }, { html: undefined, text: undefined }, 'validation_error'],
  ['tags', tag('a_1-Z'), tag('a b'), 'validation_error'],
  ['tags', tag('x'.repeat(256)), tag('x'.repeat(257)), 'validation_error'],
  ['reply_to', { reply_to: 'help@example.com' }, { reply_to: 'help' }, 'validation_error'],
  ['replyTo', {}, { replyTo: 'help@example.com' }, 'validation_error'],
  ['headers', { headers: { 'X-A': '1' } }, { headers: { 'X-A': 1 } }, 'validation_error'],
])('of `%s` is taken what Resend takes', async (field, within, beyond, name) => {
  const { send, sent, mails } = await start();
  await sent({ ...mail, ...within });
  const refused = await send({ ...mail, ...beyond });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toEqual({
    statusCode: 422,
    name,
    message: expect.stringContaining(field),
  });
  expect(await mails()).toHaveLength(1);
});

test('what is not JSON is refused', async () => {
  const { send } = await start();
  expect((await send('{"from":')).status).toBe(400);
});

test('a call that is repeated under its key sends nothing again, for a day', async () => {
  const { send, sent, mails } = await start();
  const key = { 'idempotency-key': 'k'.repeat(256) };
  const first = await sent(mail, key);
  expect(await sent(mail, key)).toBe(first);
  expect(await mails()).toHaveLength(1);
  const other = await send({ ...mail, subject: 'Another' }, key);
  expect(other.status).toBe(409);
  expect(await other.json()).toMatchObject({ name: 'invalid_idempotent_request' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_401_000 });
  expect(await sent(mail, key)).not.toBe(first);
});

test('of calls that run at once under one key only the first is carried out', async () => {
  const { send, control, mails } = await start();
  await control('PUT', 'faults', { delayMs: 300 });
  const key = { 'idempotency-key': 'at-once' };
  const answers = await Promise.all([send(mail, key), send(mail, key), send(mail, key)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const late = answers.find(({ status }) => status === 409);
  expect(await late?.json()).toMatchObject({ name: 'concurrent_idempotent_requests' });
  expect(await mails()).toHaveLength(1);
});

test('a call that was refused leaves its key free', async () => {
  const { send, sent } = await start();
  const key = { 'idempotency-key': 'again' };
  expect((await send({ ...mail, to: 'nobody' }, key)).status).toBe(422);
  await sent(mail, key);
});
