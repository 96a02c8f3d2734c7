import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cleanUp, eventually } from '../stripe/harness.ts';
import { API_KEY, mail, start } from './harness.ts';

const types = (received: readonly { type: string }[]) => received.map(({ type }) => type);

test('a signed event tells the outcome of an email, and only the given addresses bounce', async () => {
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

test('an event that the shop refuses comes again, under its own id', async () => {
  const { sent, received, answers } = await start();
  answers.push(503);
  await sent(mail);
  await eventually(() => expect(received).toHaveLength(2));
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
});

test('events are held until they are released, and others overtake them', async () => {
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
});

test('emails, keys and undelivered events survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'inbox.json');
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
