import { expect, onTestFinished, test, vi } from 'vitest';
import { openMailShop } from '../shop/mail-shop.ts';
import { SETTINGS } from '../shop/settings.ts';

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
  ...more,
});

const mailIs = (faults: object) => () => shop.setMailFaults(faults);
const answers = (status: number, name?: string) => mailIs({ status, name });

/** The shop waits for five seconds. The test does not. */
const neverAnswer = () => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => timeout(ms / 100));
  shop.failMail('slow');
};

const REFUSED = { is: 'refused', reason: '422 validation_error' };
/** The shop's key, address or plan is wrong, or the service is busy. */
const NOT_SENT = {
  is: 'postponed',
  reason: expect.stringMatching(/^4\d\d \w+$/),
  mayBeSent: false,
};
const MAY_BE_SENT = { is: 'postponed', mayBeSent: true };

test.each<readonly [how: string, fail: () => unknown, outcome: object]>([
  ['takes it', mailIs({}), { is: 'sent', id: expect.any(String) }],
  ['says how many are used', mailIs({ perDay: 9 }), { is: 'sent', usedToday: 1 }],
  ['refuses the address', answers(422), REFUSED],
  ['asks for a break', answers(429), { ...NOT_SENT, waitInSeconds: 1 }],
  ['takes no more today', answers(429, 'daily_quota_exceeded'), NOT_SENT],
  ['calls a wrong key invalid', answers(400, 'validation_error'), NOT_SENT],
  ['has not verified the domain', answers(403), NOT_SENT],
  ['refuses MAIL_FROM', answers(422, 'invalid_from_address'), NOT_SENT],
  ['has an error of its own', answers(503), { is: 'postponed', mayBeSent: false }],
  ['is just sending it', answers(409), MAY_BE_SENT],
  ['takes it, and whose answer is lost', mailIs({ cutOff: true }), MAY_BE_SENT],
  ['is behind a gateway that fails', () => shop.failMail('500'), MAY_BE_SENT],
  ['never answers', neverAnswer, MAY_BE_SENT],
])('the outcome of an email to a mail service that %s is known', async (_how, fail, is) => {
  await fail();
  expect(await sendEmail(message())).toMatchObject(is);
});

test('an email whose key was used before counts as sent', async () => {
  const first = message();
  expect(await sendEmail(first)).toMatchObject({ is: 'sent' });
  const again = message({ key: first.key, subject: 'In other words' });
  expect(await sendEmail(again)).toEqual({ is: 'sent', id: '' });
});

const LIVE = {
  ...SETTINGS,
  STRIPE_API_URL: '',
  MAIL_API_KEY: 're_1',
  MAIL_FROM: 'Coins <hello@shop.example>',
  OWNER_EMAIL: 'owner@shop.example',
};
const LOCAL = { PUBLIC_SITE_URL: 'http://localhost:8888' };

test.each([
  ['a shop on the web', {}, true],
  ['a local shop that asks Stripe itself', LOCAL, false],
  ['a local shop with a stand-in', { ...LOCAL, STRIPE_API_URL: 'http://localhost:8889' }, true],
  ['a shop without a sender', { MAIL_FROM: '' }, false],
])('whether %s sends email and alerts: %j: %s', async (_what, settings, sends) => {
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  for (const [name, value] of Object.entries({ ...LIVE, ...settings })) vi.stubEnv(name, value);
  const { ownerAddress, sendsMail } = await import('../../netlify/platform/env.ts');
  expect([sendsMail(), ownerAddress()]).toEqual([sends, sends ? LIVE.OWNER_EMAIL : null]);
});
