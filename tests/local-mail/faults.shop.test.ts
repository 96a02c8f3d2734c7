import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cleanUp, eventually } from '../stripe/harness.ts';
import { API_KEY, mail, start } from './harness.ts';

test('it fails as often as it is set to, and accepts no email meanwhile', async () => {
  const { send, sent, control, mails } = await start();
  await control('PUT', 'faults', { status: 503, times: 1 });
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

test('a daily quota is refused once it is used up, and each answer says how much is used', async () => {
  const { send, control } = await start();
  const used = async () => {
    const { status, headers } = await send(mail);
    return [status, headers.get('x-resend-daily-quota')];
  };
  expect(await used()).toEqual([200, null]);
  await control('PUT', 'faults', { perDay: 2 });
  expect(await used()).toEqual([200, '1']);
  expect(await used()).toEqual([200, '2']);
  const refused = await send(mail);
  expect(refused.headers.has('retry-after')).toBe(false);
  expect(await refused.json()).toMatchObject({ statusCode: 429, name: 'daily_quota_exceeded' });
});

test('an email whose answer is cut off is sent, and only once', async () => {
  const { send, sent, control, mails } = await start();
  const key = { 'idempotency-key': 'cut' };
  await control('PUT', 'faults', { cutOff: true, times: 1 });
  const answer = send(mail, key).then((cut) => cut.json());
  expect(await answer.catch(() => 'cut')).toBe('cut');
  const id = await sent(mail, key);
  expect(await mails()).toMatchObject([{ id }]);
});

test('a misspelled fault is refused', async () => {
  const { control } = await start();
  const refused = await control('PUT', 'faults', { delay: 5 });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('delay');
});

const types = (received: readonly { type: string }[]) => received.map(({ type }) => type);

test('a signed event tells the shop the outcome of an email, and only the given addresses bounce', async () => {
  const { sent, received, control } = await start();
  await control('PUT', 'faults', { bounce: ['Gone@example.com'] });
  const gone = await sent({ ...mail, to: 'Robin <gone@example.com>' });
  const here = await sent({ ...mail, tags: [{ name: 'order', value: '7' }] });
  await eventually(() => expect(received).toHaveLength(2));
  const eventOf = (id: string) => received.find(({ data }) => data.email_id === id);
  expect(eventOf(here)).toMatchObject({
    id: expect.stringMatching(/^msg_/),
    type: 'email.delivered',
    data: { from: mail.from, to: [mail.to], subject: mail.subject, tags: { order: '7' } },
  });
  const bounce = { type: 'Permanent', subType: 'General', message: expect.any(String) };
  expect(eventOf(gone)).toMatchObject({ type: 'email.bounced', data: { bounce } });
});

test('a delivered email can bounce, and its reader complain', async () => {
  const { sent, received, control } = await start();
  const id = await sent(mail);
  await eventually(() => expect(types(received)).toEqual(['email.delivered']));
  expect((await control('POST', 'bounce', { id })).status).toBe(200);
  expect((await control('POST', 'complain', { id })).status).toBe(200);
  expect(types(received)).toEqual(['email.delivered', 'email.bounced', 'email.complained']);
  expect((await control('POST', 'bounce', { id: 'none' })).status).toBe(404);
});

test('an event that the shop refuses comes again, under its own id', async () => {
  const { sent, received, answers } = await start();
  answers.push(503);
  await sent(mail);
  await eventually(() => expect(received).toHaveLength(2));
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
});

test('events are held until they are released', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { sent, received, control, page } = await start();
  await control('PUT', 'faults', { hold: true });
  const id = await sent(mail);
  vi.advanceTimersByTime(1000); // the inbox looks for events to send
  await control('POST', 'complain', { id });
  expect(types(received)).toEqual(['email.complained']);
  expect(await page()).toContain('Send them now');
  expect(await (await control('POST', 'flush')).json()).toEqual({ sent: 1 });
  expect(types(received)).toEqual(['email.complained', 'email.delivered']);
  expect(await page()).not.toContain('Send them now');
});

const temporaryFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'inbox.json');
};

test('emails, keys and undelivered events survive a restart', async () => {
  const stateFile = temporaryFile();
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

test('the last 500 emails are kept', async () => {
  const stateFile = temporaryFile();
  const before = await start({ stateFile });
  const first = await before.sent(mail);
  before.inbox.close();
  const state = JSON.parse(readFileSync(stateFile, 'utf8'));
  const [kept] = state.mails;
  state.mails = Array.from({ length: 500 }, (_, at) =>
    at === 0 ? kept : { ...kept, id: `${at}` },
  );
  writeFileSync(stateFile, JSON.stringify(state));
  const after = await start({ stateFile });
  expect((await after.mails()).at(-1)?.id).toBe(first);
  await after.sent(mail);
  const ids = (await after.mails()).map(({ id }) => id);
  expect(ids).toHaveLength(500);
  expect(ids).not.toContain(first);
});
