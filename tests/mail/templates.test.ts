import { describe, expect, test } from 'vitest';
import { MAIL_PLACEHOLDERS, type MailName } from '../../src/contract/mail.ts';
import { readMails } from '../../src/content/mails.ts';
import { fillMail } from '../../netlify/mail/message.ts';
import { expectSlip, problemsAfter, change } from '../content/edited-content.ts';
import { SMALL_SHOP } from '../content/small-shop.ts';
import { check } from '../../src/content/check.ts';
import { SITE } from '../catalogue.ts';
import { ROOT } from '../../netlify/local/settings.ts';

const mails = await readMails(ROOT);
const NAMES = Object.keys(MAIL_PLACEHOLDERS) as MailName[];

describe.each(NAMES)('the mail %s', (name) => {
  const values = Object.fromEntries(
    MAIL_PLACEHOLDERS[name].map((one) => [one, `<${one}> & "more"`]),
  );
  const { subject, html, text, replyTo } = fillMail(mails[name], values);

  test('leaves no placeholder, and names each that it may', () => {
    expect(subject + text).not.toMatch(/[{}]/);
    expect(html.replace(/<style>[^]*<\/style>/, '')).not.toMatch(/[{}]|%7B/i);
    for (const value of Object.values(values)) expect(subject + text).toContain(value);
  });

  test('writes what it is told as text into its HTML, and as it is into plain text', () => {
    expect(html).not.toMatch(/<(?:guide|order|link|orders)>/);
    expect(html).toContain('&gt; &amp; &quot;more&quot;');
    expect(text).not.toMatch(/&amp;|<\/|\*\*|##/);
  });

  test('loads nothing, counts nobody, and is at most 600 pixels wide', () => {
    expect(html).not.toMatch(/\ssrc=|url\(|<(?:img|link|script|iframe|object)|@import/i);
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) {
      expect([`mailto:${SITE.supportEmail}`, '&lt;']).toContain(
        address?.replace(/^&lt;.*/, '&lt;'),
      );
    }
    expect(html).toContain('max-width:600px');
    expect(html).toContain('prefers-color-scheme: dark');
  });

  test('is answered to the support', () => {
    expect(replyTo).toBe(SITE.supportEmail);
  });
});

describe('a slip in content/mail', () => {
  const RECEIPT = 'content/mail/receipt.md';

  test('is told with what may stand there', () => {
    expectSlip(RECEIPT, 'Hello.', 'Hello, {gide}.', '{gide} is not a placeholder.');
    expectSlip(RECEIPT, 'Hello.', 'Hello, {orders}.', '{orders} is not a placeholder.');
    expect(problemsAfter(change(RECEIPT, 'Hello.', 'Hello, {guide}, {link}, {brand}.'))).toEqual(
      [],
    );
    expectSlip('content/about.md', 'About us', 'About {link}', '{link} is not a placeholder.');
  });

  test('a mail that leads nowhere is told', () => {
    expectSlip(RECEIPT, /^button:.*\n/m, '', '{link} is missing', '---\n\n');
    const without = change(RECEIPT, /^button:.*\n/m, '');
    expect(problemsAfter(without, change(RECEIPT, 'Hello.', 'Go to {link}.'))).toEqual([]);
    expectSlip('content/mail/find-purchase.md', '{orders}', '', '{orders} is missing', '\nHello.');
    expectSlip('content/mail/new-edition.md', '{stop}', '', '{stop} is missing', '\nHello.');
  });

  test('a mail that is missing is told', () => {
    const content = new Map([...SMALL_SHOP].filter(([file]) => file !== RECEIPT));
    expect(check(content).problems.join()).toContain(`${RECEIPT}`);
  });
});

test('a paragraph of which nothing is left is left out', () => {
  const values = { guide: 'A guide', changes: '', order: '01F3', link: '/link', stop: '/stop' };
  const template = {
    ...mails.newEdition,
    html: '<p>{changes}</p>',
    text: 'New.\n\n{changes}\n\nEnd.',
  };
  const { html, text } = fillMail(template, values);
  expect(html).not.toMatch(/<p[^>]*>\s*<\/p>/);
  expect(text).not.toContain('\n\n\n');
  const filled = fillMail(template, { ...values, changes: 'Now with jars.' });
  expect(filled.html).toBe('<p>Now with jars.</p>');
  expect(filled.text).toContain('\n\nNow with jars.\n\n');
});
