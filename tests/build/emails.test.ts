import { expect, test } from 'vitest';
import { MAIL_NAMES, MAIL_PLACEHOLDERS, type ShopMails } from '../../src/contract/mail.ts';
import { fillTemplate } from '../../netlify/mail/template.ts';
import { GUIDES, ORDERS, PRODUCTS, SITE, fieldsOf } from '../catalog.ts';
import { readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const built: ShopMails = JSON.parse(site.read('emails/templates.json').toString());
const COVER = 'https://shop.example/covers/bundle.png';

test.each(MAIL_NAMES)(
  'the email %s is filled as text and as HTML, loads only the cover, and has the shop as its reply address',
  (name) => {
    const names = MAIL_PLACEHOLDERS[name];
    const values: Record<string, string> = {
      ...Object.fromEntries(names.map((one) => [one, `<${one}> & "more"`])),
      cover: COVER,
    };
    const { subject, html, text, replyTo } = fillTemplate(built.mails[name], values);
    const body = html.replace(/<style>[^]*<\/style>/, '');
    expect(subject + text + body).not.toMatch(/[{}]|%7B/i);
    for (const one of names) expect(subject + text).toContain(values[one]);
    expect(text).not.toMatch(/&amp;|<\/|\*\*|##/);
    for (const one of names) expect(body).toContain(`&lt;${one}&gt; &amp; &quot;more&quot;`);

    const document = site.parse(html);
    const all = (selector: string, attribute: string) =>
      document.querySelectorAll(selector).map((one) => one.getAttributeValue(attribute) ?? '');
    expect(all('[src]', 'src')).toEqual(name === 'find-purchase' ? [] : [COVER]);
    expect(html).not.toMatch(/url\(|<(?:link|script|iframe|object)|@import|http-equiv/i);
    for (const address of all('a', 'href'))
      expect([`mailto:${SITE.supportEmail}`, '&lt;']).toContain(address.replace(/^&lt;.*/, '&lt;'));
    // Some programs ignore style sheets; in the dark others read only those.
    expect(all('p, a, h2, li', 'style')).not.toContain('');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).toContain(`>${SITE.brand}</p>`);
    expect(replyTo).toBe(SITE.supportEmail);
  },
);

test('the button has its link and its words in both parts, after the first paragraph', () => {
  const { html, text } = built.mails.receipt;
  const { button } = fieldsOf<{ button: string }>('mail/receipt.md');
  expect(text).toContain(`\n\n${button}:\n{link}\n\n`);
  expect(html).toMatch(new RegExp(`<p[^]*<a href="{link}"[^>]*>\\s*${button}\\s*</a>[^]*<p`));
});

const PADDING = /(?:\u200C\u00A0)+/;

test.each(Object.entries(built.mails))(
  'the email %s has padding after its preview, so that the inbox shows no body there',
  (_, { html }) => {
    const [hidden] = /<div style="display:none[^>]*>[^<]*<\/div>/.exec(html) ?? [];
    const [padding = ''] = PADDING.exec(hidden ?? '') ?? [];
    expect(padding.length).toBeGreaterThan(150);
    expect(Buffer.byteLength(padding)).toBeLessThan(1000);
  },
);

test.each(Object.entries(built.mails))(
  'the text part of the email %s has no padding',
  (_, mail) => {
    expect(mail.text).not.toMatch(PADDING);
  },
);

/** The email about orders, with or without an order that opens its files. */
const foundOrders = (withLinks: boolean) =>
  fillTemplate(built.mails['find-purchase'], { orders: 'A guide', withLinks });
const ABOUT_LINKS = 'Each link takes you back to your files';

test('the email about orders explains their links', () => {
  const { html, text } = foundOrders(true);
  expect(html).toMatch(new RegExp(`<p[^>]*>${ABOUT_LINKS}`));
  expect(text).toContain(`\n\n${ABOUT_LINKS}`);
});

test('the email about orders does not mention links if it has none', () => {
  const { html, text } = foundOrders(false);
  expect(html + text).not.toContain(ABOUT_LINKS);
});

test('the list of orders stands in no paragraph, where HTML allows no list', () => {
  expect(built.mails['find-purchase'].html).toMatch(/<\/p>\s*\{orders\}\s*<p/);
});

test('the words to the owner are the functions’ own', () => {
  const values = { subject: 'S', preview: 'P', lines: 'One & two', action: 'Open', link: '/a' };
  const { html, text } = fillTemplate(built.mails['owner-alert'], values);
  expect(text).toBe('One & two\n\nOpen:\n/a');
  for (const part of ['<title>S<', '>P\u200C', '>One &amp; two</p>', '<a href="/a"']) {
    expect(html).toContain(part);
  }
});

test('the functions know what buyers read of orders, and the first evening with each guide', () => {
  const { orders, tonight, supportEmail, refundDays } = built;
  expect(orders).toMatchObject(ORDERS);
  expect([supportEmail, refundDays]).toEqual([SITE.supportEmail, String(SITE.refundWindowDays)]);
  expect(Object.keys(tonight)).toEqual(PRODUCTS.map(({ product_type: type }) => type));
  for (const { product, learn, tonight: evening } of GUIDES) {
    const type = PRODUCTS.find(({ id }) => id === product)?.product_type ?? '';
    expect(tonight[type]?.text).toContain(learn[evening.lesson - 1]?.title);
  }
});
