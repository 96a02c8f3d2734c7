import { describe, expect, test } from 'vitest';
import type { ShopMails } from '../../src/contract/mail.ts';
import { fillTemplate } from '../../netlify/mail/template.ts';
import { GUIDES, PRODUCTS } from '../catalog.ts';
import { readBuiltSite, readable } from './built-site.ts';

const JOINER = '\u2060';
/** A browser may break the line after the dash in these ranges. The menus use hyphens instead. */
const BREAKABLE = /\d+–\d+|Ages \d+-\d+\)/g;
const UNBROKEN_ELEMENT =
  /<span (?:class="whitespace-nowrap"|style="white-space:nowrap")>[^<]*<\/span>/g;

const site = await readBuiltSite();
const { mails, tonight }: ShopMails = JSON.parse(site.read('emails/templates.json').toString());

const bodyOf = (html: string): string => html.slice(html.indexOf('<body'));
const headOf = (html: string): string => html.slice(0, html.indexOf('<body'));

/** The text of a page or an email, without the elements that prevent line breaks. */
const breakingText = (html: string): string =>
  readable(
    bodyOf(html)
      .replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>/g, '')
      .replaceAll(UNBROKEN_ELEMENT, '')
      .replaceAll(/<[^>]*>/g, ' '),
  );

/** The props that the page's islands show later. Omits file names, which are not ranges. */
const islandProps = (html: string): string =>
  [...html.matchAll(/<astro-island[^>]* props="([^"]*)"/g)]
    .map(([, props = '']) => readable(props).replaceAll(/[\w-]+\.pdf/g, ''))
    .join(' ');

describe.each(site.pages.map(({ path, html }) => ({ path, html })))('$path', ({ html }) => {
  test('keeps ranges such as 6–10 on one line', () => {
    expect(breakingText(html).match(BREAKABLE) ?? []).toEqual([]);
    expect(islandProps(html).match(/\d–\d/g) ?? []).toEqual([]);
  });

  test('has no invisible characters in its title and metadata', () => {
    expect(headOf(html)).not.toContain(JOINER);
  });
});

test('shows the ages of each guide on the home page', () => {
  const text = breakingText(site.pageAt('/').html);
  for (const { ages } of GUIDES) {
    expect(text).toContain(`Ages ${ages.replace('–', `${JOINER}–${JOINER}`)}`);
  }
});

const NAME = 'Complete Bundle (ages 6–18)';
const EVENINGS = Object.values(tonight).map(({ text }) => text);

test('finds the text about the first evening with each product', () => {
  expect(EVENINGS).toHaveLength(PRODUCTS.length);
});

describe.each(Object.entries(mails).map(([name, mail]) => ({ name, mail })))(
  'the $name email',
  ({ mail }) => {
    const filled = EVENINGS.map((evening) =>
      fillTemplate(mail, { guide: { name: NAME }, tonight: evening, orders: NAME, lines: NAME }),
    );

    test('keeps ranges on one line', () => {
      for (const { html } of filled) {
        expect(html).toContain('white-space:nowrap">6–18<');
        expect(breakingText(html).match(BREAKABLE) ?? []).toEqual([]);
      }
    });

    test('has no invisible characters or span tags in its subject, metadata and text', () => {
      for (const { html, text, subject } of filled) {
        expect(headOf(html) + text + subject).not.toContain(JOINER);
        expect(headOf(html)).not.toContain('<span');
      }
    });
  },
);
