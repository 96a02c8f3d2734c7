import { expect, test } from 'vitest';
import { openMailShop } from '../jobs/mail-shop.ts';
import { jsonPost } from '../shop/shop.ts';

const shop = await openMailShop();

const SCRIPT = '<script>alert(1)</script>';
const mail = {
  from: 'Money-Smart Kids <shop@example.com>',
  to: 'parent@example.com',
  subject: 'Your guide',
  html: '<p>Thank you</p>',
  text: 'Thank you',
};

const send = (fields: object): Promise<Response> => {
  const headers = { authorization: `Bearer ${process.env['MAIL_API_KEY']}` };
  return shop.controlMail('/emails', jsonPost(fields, headers));
};
const page = async (path: string): Promise<string> => (await shop.controlMail(path)).text();

test('an email is shown as text, and its HTML runs nothing, loads nothing and opens links in a new tab', async () => {
  const html = `<!doctype html><html><head></head><body>${SCRIPT}</body></html>`;
  const sent = await send({ ...mail, subject: SCRIPT, text: SCRIPT, html });
  const { id } = await sent.json();
  for (const path of ['/inbox', `/inbox/${id}`]) {
    expect(await page(path), path).not.toContain('<script');
    expect(await page(path), path).toContain('&lt;script&gt;');
  }
  expect(await page(`/inbox/${id}`)).toMatch(
    /<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/,
  );
  const answer = await shop.controlMail(`/inbox/${id}/html`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'.*sandbox allow-popups allow-popups-to-escape-sandbox/);
  expect(await answer.text()).toMatch(/^<!doctype html><html><head><base target="_blank">/);
});
