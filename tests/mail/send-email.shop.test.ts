import { expect, test, vi } from 'vitest';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const { sendEmail } = await import('../../netlify/mail/resend.ts');

let keys = 0;
const message = (more: object = {}) => ({
  to: 'parent@example.com',
  replyTo: 'help@example.com',
  subject: 'Your download',
  html: '<p>Here</p>',
  text: 'Here',
  key: `test/${(keys += 1)}`,
  tags: { kind: 'receipt' },
  ...more,
});

const SENT = { is: 'sent', id: expect.any(String) };
const REFUSED = { is: 'refused', reason: '422 validation_error' };

test.each<readonly [how: string, faults: object, outcome: object]>([
  ['takes it', {}, SENT],
  ['tells how many are used', { perDay: 9 }, { ...SENT, usedToday: 1 }],
  ['refuses the address', { status: 422 }, REFUSED],
  ['asks for a break', { status: 429 }, { is: 'postponed', waitInSeconds: 1 }],
])('of a mail service that %s', async (_how, faults, outcome) => {
  await shop.setMailFaults(faults);
  expect(await sendEmail(message())).toMatchObject(outcome);
});

/** What is wrong is the shop's to mend: its key, its address, its plan, or nothing but time. */
test.each<readonly [how: string, status: number, name: string]>([
  ['is down', 503, 'internal_server_error'],
  ['asks for a break', 429, 'rate_limit_exceeded'],
  ['takes no more today', 429, 'daily_quota_exceeded'],
  ['misses the key', 401, 'missing_api_key'],
  ['calls a wrong key invalid', 400, 'validation_error'],
  ['has not verified the domain', 403, 'validation_error'],
  ['refuses MAIL_FROM', 422, 'invalid_from_address'],
  ['has an error of its own', 418, 'teapot'],
])('a mail service that %s has not sent the email', async (_how, status, name) => {
  await shop.setMailFaults({ status, name });
  const postponed = { is: 'postponed', reason: `${status} ${name}`, mayBeSent: false };
  expect(await sendEmail(message())).toMatchObject(postponed);
});

/** The shop waits for five seconds. The test does not. */
const neverAnswer = () => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => timeout(ms / 100));
  shop.failMail('slow');
};

test.each<readonly [how: string, fail: () => unknown]>([
  ['is just sending it', () => shop.setMailFaults({ status: 409 })],
  ['takes it, and whose answer is lost', () => shop.setMailFaults({ cutOff: true })],
  ['is behind a gateway that fails', () => shop.failMail('500')],
  ['never answers', neverAnswer],
])('a mail service that %s may have sent the email', async (_how, fail) => {
  await fail();
  expect(await sendEmail(message())).toMatchObject({ is: 'postponed', mayBeSent: true });
});

test('an email whose key was used before is sent already', async () => {
  const first = message();
  expect(await sendEmail(first)).toMatchObject({ is: 'sent' });
  const again = message({ key: first.key, subject: 'In other words' });
  expect(await sendEmail(again)).toEqual({ is: 'sent', id: '' });
});
