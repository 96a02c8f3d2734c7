import { expect, test } from 'vitest';
import { MAIL_PLACEHOLDERS, type MailName } from '../../src/contract/mail.ts';
import { check } from '../../src/content/check.ts';
import { mailPage } from '../../src/content/mail-layout.ts';
import { readMails } from '../../src/content/mails.ts';
import { plainBlocks } from '../../src/content/plain-text.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { fillMail } from '../../netlify/mail/message.ts';
import { SITE } from '../catalogue.ts';
import { change, expectError, problemsAfter } from '../content/edited-content.ts';
import { SMALL_SHOP } from '../content/small-shop.ts';

const { mails } = await readMails(ROOT);

test.each(Object.keys(MAIL_PLACEHOLDERS) as MailName[])(
  'the email %s is filled as text and as HTML, loads nothing but the cover, and answers come to the shop',
  (name) => {
    const names = MAIL_PLACEHOLDERS[name];
    const values: Record<string, string> = {
      ...Object.fromEntries(names.map((one) => [one, `<${one}> & "more"`])),
      cover: 'https://shop.example/covers/bundle.png',
    };
    const { subject, html, text, replyTo } = fillMail(mails[name], values);
    expect(subject + text).not.toMatch(/[{}]/);
    expect(html.replace(/<style>[^]*<\/style>/, '')).not.toMatch(/[{}]|%7B/i);
    for (const one of names) expect(subject + text).toContain(values[one]);
    expect(text).not.toMatch(/&amp;|<\/|\*\*|##/);
    expect(html).toContain('&gt; &amp; &quot;more&quot;');

    const loaded = [...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded).toEqual(name === 'findPurchase' ? [] : [values['cover']]);
    expect(html).not.toMatch(/url\(|<(?:link|script|iframe|object)|@import/i);
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) {
      expect([`mailto:${SITE.supportEmail}`, '&lt;']).toContain(address.replace(/^&lt;.*/, '&lt;'));
    }
    expect(replyTo).toBe(SITE.supportEmail);
  },
);

test('a paragraph of which nothing is left is left out', () => {
  const text = 'New.\n\n{changes}\n\nEnd.';
  const template = { ...mails.newEdition, html: '<p>{changes}</p>', text };
  const filled = fillMail(template, { changes: '' });
  expect(filled).toMatchObject({ html: '', text: 'New.\n\nEnd.' });
});

const RECEIPT = 'content/mail/receipt.md';

test('the check of content/mail names a wrong placeholder, a link that lacks, and an email that is missing', () => {
  expectError(RECEIPT, 'Hello.', 'Hello, {orders}.', '{orders} is not a placeholder.');
  expect(problemsAfter(change(RECEIPT, 'Hello.', '{guide}, {link}, {brand}.'))).toEqual([]);
  const without = change(RECEIPT, /^button:.*\n/m, '');
  expect(problemsAfter(without)).toEqual([expect.stringContaining('{link} is missing')]);
  expect(problemsAfter(without, change(RECEIPT, 'Hello.', 'Go to {link}.'))).toEqual([]);
  expectError('content/mail/find-purchase.md', '{orders}', '', '{orders} is missing', '\nHello.');
  expectError('content/mail/new-edition.md', '{stop}', '', '{stop} is missing', '\nHello.');
  const content = new Map([...SMALL_SHOP].filter(([file]) => file !== RECEIPT));
  expect(check(content).problems.join()).toContain(RECEIPT);
});

test.each([
  [
    '[our page][1] and [again](https://a.example)\n\n[1]: https://b.example',
    ['our page (https://b.example) and again (https://a.example)'],
  ],
  ['Use `SPRING`.', ['Use SPRING.']],
  ['| Guide | Ages |\n|---|---|\n| One | 6–10 |', ['Guide | Ages\nOne | 6–10']],
  ['1. Open it.\n2. Print it.\n\n   Twice.', ['1. Open it.\n2. Print it.\n\n   Twice.']],
  ['- one\n- two', ['- one\n- two']],
  ['> Coins first.\n\nThen notes.', ['Coins first.', 'Then notes.']],
])('the text part of an email says all of %j', (markdown, blocks) => {
  expect(plainBlocks(markdown)).toEqual(blocks);
});

test('an email may begin with a quote', () => {
  const parts = { brand: 'Coins', subject: 'S', preview: 'P', button: 'Open' };
  const html = mailPage({
    ...parts,
    body: '<blockquote><p>One.</p><p>Two.</p></blockquote><p>Three.</p>',
  });
  expect(html).toMatch(/Two\.<\/p><\/blockquote><table[^]*Open[^]*<p [^>]*>Three\./);
});
