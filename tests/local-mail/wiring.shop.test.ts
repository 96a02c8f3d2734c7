import { expect, test } from 'vitest';
import { jsonPost, openTestShop } from '../shop/shop.ts';
import { mail } from './harness.ts';

const post = () => {
  const headers = { authorization: `Bearer ${process.env['MAIL_API_KEY']}` };
  return fetch(new URL('/emails', process.env['MAIL_API_URL']), jsonPost(mail, headers));
};

test('a test shop that sends mails has an inbox, and a proxy that can fail before it', async () => {
  const { inbox, callsTo, failMail, controlMail } = await openTestShop({ withMail: true });
  expect(await inbox()).toEqual([]);
  const before = callsTo('mail');
  failMail('500', 1);
  expect((await post()).status).toBe(500);
  expect((await post()).status).toBe(200);
  expect(callsTo('mail') - before).toBe(2);
  expect(await inbox()).toMatchObject([{ to: mail.to, subject: mail.subject }]);
  expect(await (await controlMail('/_control/mail/faults')).json()).toEqual({});
});

test('a test shop has no key for mails unless it asks for one', async () => {
  await openTestShop();
  const { MAIL_API_KEY, MAIL_FROM, MAIL_WEBHOOK_SECRET, MAIL_API_URL } = process.env;
  expect([MAIL_API_KEY, MAIL_FROM, MAIL_WEBHOOK_SECRET, MAIL_API_URL]).toEqual(
    Array(4).fill(undefined),
  );
});
