import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { API_KEY, cleanUp, eventually, mail, start } from './harness.ts';

test('it can be told to fail so many times, and takes no mail meanwhile', async () => {
  const { send, sent, control, mails } = await start();
  await control('PUT', 'faults', { status: 503, times: 2 });
  const failed = await send(mail);
  expect(failed.status).toBe(503);
  expect(await failed.json()).toMatchObject({ statusCode: 503, name: 'internal_server_error' });
  await control('PUT', 'faults', { status: 429, times: 1 });
  const limited = await send(mail);
  expect(limited.headers.get('retry-after')).toBe('1');
  expect(await limited.json()).toMatchObject({ statusCode: 429, name: 'rate_limit_exceeded' });
  expect(await mails()).toEqual([]);
  await sent(mail);
  expect(await (await control('GET', 'faults')).json()).toEqual({});
});

test('it can be told to limit calls by the second', async () => {
  const { send, control } = await start();
  await control('PUT', 'faults', { perSecond: 2 });
  vi.useFakeTimers({ toFake: ['Date'] }); // a second that does not end
  const answers = await Promise.all([send(mail), send(mail), send(mail)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  await control('DELETE', 'faults');
  expect((await send(mail)).status).toBe(200);
});

test('it can be told to have a quota by the day, and then tells how much of it is used', async () => {
  const { send, control } = await start();
  const used = async () => {
    const { status, headers } = await send(mail);
    return [status, headers.get('x-resend-daily-quota')];
  };
  expect(await used()).toEqual([200, null]);
  await control('PUT', 'faults', { perDay: 2 });
  expect([await used(), await used()]).toEqual([
    [200, '1'],
    [200, '2'],
  ]);
  const refused = await send(mail);
  expect(refused.headers.has('retry-after')).toBe(false);
  expect(await refused.json()).toMatchObject({ statusCode: 429, name: 'daily_quota_exceeded' });
});

test('a mail whose answer is cut off is sent all the same, and once', async () => {
  const { send, sent, control, mails } = await start();
  const key = { 'idempotency-key': 'cut' };
  await control('PUT', 'faults', { cutOff: true, times: 1 });
  const answer = send(mail, key).then((cut) => cut.json());
  expect(await answer.catch(() => 'cut')).toBe('cut');
  const id = await sent(mail, key);
  expect(await mails()).toMatchObject([{ id }]);
});

test('what it cannot be told is refused with what is wrong', async () => {
  const { control } = await start();
  const refused = await control('PUT', 'faults', { delay: 5 });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('delay');
});

const types = (received: readonly { type: string }[]) => received.map(({ type }) => type);

test('the shop is told by a signed event what became of a mail', async () => {
  const { sent, received } = await start();
  const id = await sent({ ...mail, tags: [{ name: 'order', value: '7' }] });
  await eventually(() => expect(received).toHaveLength(1));
  expect(received[0]).toMatchObject({
    id: expect.stringMatching(/^msg_/),
    type: 'email.delivered',
    data: {
      email_id: id,
      from: mail.from,
      to: [mail.to],
      subject: mail.subject,
      tags: { order: '7' },
    },
  });
});

test.each([
  ['bounced@resend.dev', ['email.bounced']],
  ['Robin <bounced+order-7@resend.dev>', ['email.bounced']],
  ['complained@resend.dev', ['email.delivered', 'email.complained']],
  ['delivered@resend.dev', ['email.delivered']],
])('a mail to %s becomes what it does at Resend', async (to, events) => {
  const { sent, received } = await start();
  await sent({ ...mail, to });
  await eventually(() => expect(types(received).toSorted()).toEqual(events.toSorted()));
});

test('an address bounces that it was told of, and only that', async () => {
  const { sent, received, control } = await start();
  await control('PUT', 'faults', { bounce: ['Gone@example.com'] });
  const gone = await sent({ ...mail, to: 'Robin <gone@example.com>' });
  const here = await sent(mail);
  await eventually(() => expect(received).toHaveLength(2));
  const told = received.map(({ type, data }) => [data.email_id, type]);
  expect(Object.fromEntries(told)).toEqual({ [gone]: 'email.bounced', [here]: 'email.delivered' });
  expect(received.find(({ type }) => type === 'email.bounced')?.data).toMatchObject({
    bounce: { type: 'Permanent', subType: 'General', message: expect.any(String) },
  });
});

test('a mail can bounce later, and its reader complain', async () => {
  const { sent, received, control } = await start();
  const id = await sent(mail);
  await eventually(() => expect(types(received)).toEqual(['email.delivered']));
  expect((await control('POST', 'bounce', { id })).status).toBe(200);
  expect((await control('POST', 'complain', { id })).status).toBe(200);
  expect(types(received)).toEqual(['email.delivered', 'email.bounced', 'email.complained']);
  expect((await control('POST', 'bounce', { id: 'none' })).status).toBe(404);
});

test('an event that the shop does not take comes again, under its own id', async () => {
  const { sent, received, answers } = await start();
  answers.push(503, 500);
  await sent(mail);
  await eventually(() => expect(received).toHaveLength(2));
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
});

test('events are held back until they are let go', async () => {
  const { sent, received, control, page } = await start();
  await control('PUT', 'faults', { hold: true });
  await sent(mail);
  await setTimeout(600); // long enough to be sent if they were not held
  expect(received).toEqual([]);
  expect(await page()).toContain('Send late ones now');
  expect(await (await control('POST', 'flush')).json()).toEqual({ sent: 1 });
  expect(types(received)).toEqual(['email.delivered']);
  expect(await page()).not.toContain('Send late ones now');
});

test('mails, keys and untaken events outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'nested', 'inbox.json');
  const key = { 'idempotency-key': 'one' };
  const before = await start({ stateFile, webhookUrl: 'http://127.0.0.1:9/nobody' });
  const id = await before.sent(mail, key);
  before.inbox.close();
  expect(readFileSync(stateFile, 'utf8')).not.toContain(API_KEY);
  const after = await start({ stateFile });
  expect(await after.mails()).toMatchObject([{ id, subject: mail.subject }]);
  expect(await after.sent(mail, key)).toBe(id);
  await eventually(() => expect(types(after.received)).toEqual(['email.delivered']));
});

test('the last 500 mails are kept', async () => {
  const { sent, mails } = await start();
  const first = await sent(mail);
  for (let count = 0; count < 500; count += 1) await sent(mail);
  const ids = (await mails()).map(({ id }) => id);
  expect(ids).toHaveLength(500);
  expect(ids).not.toContain(first);
});
