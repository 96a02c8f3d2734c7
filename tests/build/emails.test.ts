import { describe, expect, test } from 'vitest';
import { MAIL_NAMES, MAIL_PLACEHOLDERS, type ShopMails } from '../../src/contract/mail.ts';
import { fillTemplate } from '../../netlify/mail/template.ts';
import { GUIDES, ORDERS, PRODUCTS, SITE, fieldsOf, productOf, textOf } from '../catalog.ts';
import { readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const built: ShopMails = JSON.parse(site.read('emails/templates.json').toString());
const COVER = 'https://shop.example/covers/bundle.png';

const PADDING = /(?:\u200C\u00A0)+/;

describe.each(MAIL_NAMES)('the %s email', (name) => {
  const placeholders = MAIL_PLACEHOLDERS[name];
  const values = {
    ...Object.fromEntries(placeholders.map((one) => [one, `<${one}> & "more"`])),
    cover: COVER,
  };
  const { subject, html, text, replyTo } = fillTemplate(built.mails[name], values);
  const body = html.replace(/<style>[^]*<\/style>/, '');
  const document = site.parse(html);
  const attributes = (selector: string, attribute: string): string[] =>
    document.querySelectorAll(selector).map((one) => one.getAttributeValue(attribute) ?? '');

  test('fills every placeholder', () => {
    expect(subject + text + body).not.toMatch(/[{}]|%7B/i);
  });

  test('contains each value unescaped in the text part', () => {
    for (const one of placeholders) {
      expect(subject + text).toContain(`<${one}> & "more"`);
    }
  });

  test('escapes each value in the HTML part', () => {
    for (const one of placeholders) {
      expect(body).toContain(`&lt;${one}&gt; &amp; &quot;more&quot;`);
    }
  });

  test('contains no markup in the text part', () => {
    expect(text).not.toMatch(/&amp;|<\/|\*\*|##/);
  });

  test('loads nothing but the cover', () => {
    expect(attributes('[src]', 'src')).toEqual(name === 'find-purchase' ? [] : [COVER]);
    expect(html).not.toMatch(/url\(|<(?:link|script|iframe|object)|@import|http-equiv/i);
  });

  test('takes every link from a placeholder, except the one to the support address', () => {
    const fixed = attributes('a', 'href').filter((address) => !address.startsWith('&lt;'));
    expect(fixed.filter((address) => address !== `mailto:${SITE.supportEmail}`)).toEqual([]);
  });

  // Some mail programs ignore style sheets. Others need a style sheet for dark mode.
  test('uses inline styles, plus a style sheet for dark mode', () => {
    expect(attributes('p, a, h2, li', 'style')).not.toContain('');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
  });

  test('shows the shop’s name and directs replies to its support address', () => {
    expect(html).toContain(`>${SITE.brand}</p>`);
    expect(replyTo).toBe(SITE.supportEmail);
  });

  test('pads the preview text so that the inbox shows none of the body', () => {
    const [hidden] = /<div style="display:none[^>]*>[^<]*<\/div>/.exec(html) ?? [];
    const [padding = ''] = PADDING.exec(hidden ?? '') ?? [];
    expect(padding.length).toBeGreaterThan(150);
    expect(Buffer.byteLength(padding)).toBeLessThan(1000);
  });

  test('adds no padding to the text part', () => {
    expect(text).not.toMatch(PADDING);
  });
});

test('shows the button in a receipt after the first paragraph', () => {
  const { html, text } = built.mails.receipt;
  const { button } = fieldsOf<{ button: string }>('mail/receipt.md');
  expect(text).toContain(`\n\n${button}:\n{link}\n\n`);
  expect(html).toMatch(new RegExp(`<p[^]*<a href="{link}"[^>]*>\\s*${button}\\s*</a>[^]*<p`));
});

/** The find-purchase email, with or without an order that gives access to files. */
const foundOrders = (withLinks: boolean) =>
  fillTemplate(built.mails['find-purchase'], { orders: 'A guide', withLinks });
/**
 * The beginning of the paragraph about links. Read from the file, because an editor may change it.
 */
const ABOUT_LINKS = /\{withLinks\} ([^.,’]+)/.exec(textOf('mail/find-purchase.md'))?.[1] ?? '';

test('explains the links if a found order has one', () => {
  expect(ABOUT_LINKS).not.toBe('');
  const { html, text } = foundOrders(true);
  expect(html).toMatch(new RegExp(`<p[^>]*>${ABOUT_LINKS}`));
  expect(text).toContain(`\n\n${ABOUT_LINKS}`);
});

test('does not mention links if no found order has one', () => {
  const { html, text } = foundOrders(false);
  expect(html + text).not.toContain(ABOUT_LINKS);
});

// HTML does not allow a list inside a paragraph.
test('puts the list of found orders between paragraphs', () => {
  expect(built.mails['find-purchase'].html).toMatch(/<\/p>\s*\{orders\}\s*<p/);
});

test('fills in the values in an alert to the owner', () => {
  const values = { subject: 'S', preview: 'P', lines: 'One & two', action: 'Open', link: '/a' };
  const { html, text } = fillTemplate(built.mails['owner-alert'], values);
  expect(text).toBe('One & two\n\nOpen:\n/a');
  for (const part of ['<title>S<', '>P\u200C', '>One &amp; two</p>', '<a href="/a"']) {
    expect(html).toContain(part);
  }
});

test('passes the text about orders to the functions', () => {
  expect(built.orders).toMatchObject(ORDERS);
});

test('passes the support address and the refund window to the functions', () => {
  const { supportEmail, refundDays } = built;
  expect({ supportEmail, refundDays }).toEqual({
    supportEmail: SITE.supportEmail,
    refundDays: String(SITE.refundWindowDays),
  });
});

test('passes the text about the first evening with each product to the functions', () => {
  const types = PRODUCTS.map(({ product_type: type }) => type);
  expect(Object.keys(built.tonight)).toEqual(types);
  for (const { product, learn, tonight: evening } of GUIDES) {
    const { product_type: type } = productOf(product);
    expect(built.tonight[type]?.text).toContain(learn[evening.lesson - 1]?.title);
  }
});
