import { expect, test } from 'vitest';
import type { ShopMails } from '../../src/contract/mail.ts';
import { fillTemplate } from '../../netlify/mail/template.ts';
import { GUIDES, PRODUCTS } from '../catalog.ts';
import { readBuiltSite, readable } from './built-site.ts';

const JOINER = '\u2060';
/** A browser may break a line after such a dash. The menu has hyphens. */
const BREAKABLE = /\d+–\d+|Ages \d+-\d+\)/g;
const UNBROKEN_ELEMENT =
  /<span (?:class="whitespace-nowrap"|style="white-space:nowrap")>[^<]*<\/span>/g;

const site = await readBuiltSite();
const { mails, tonight }: ShopMails = JSON.parse(site.read('emails/templates.json').toString());

const bodyOf = (html: string): string => html.slice(html.indexOf('<body'));
const headOf = (html: string): string => html.slice(0, html.indexOf('<body'));

/** The text of a page or an email, without the elements in which no line breaks. */
const breakingText = (html: string): string =>
  readable(
    bodyOf(html)
      .replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>/g, '')
      .replaceAll(UNBROKEN_ELEMENT, '')
      .replaceAll(/<[^>]*>/g, ' '),
  );

/** What the page gives to its islands, which show it later. File names are no ranges. */
const islandProps = (html: string): string =>
  [...html.matchAll(/<astro-island[^>]* props="([^"]*)"/g)]
    .map(([, props = '']) => readable(props).replaceAll(/[\w-]+\.pdf/g, ''))
    .join(' ');

test.each(site.pages.map(({ path, html }) => ({ path, html })))(
  'no line of $path breaks inside a range such as 6–10',
  ({ html }) => {
    expect(breakingText(html).match(BREAKABLE) ?? []).toEqual([]);
    expect(islandProps(html).match(/\d–\d/g) ?? []).toEqual([]);
  },
);

test('the home page has the ages of each guide', () => {
  const text = breakingText(site.pageAt('/').html);
  for (const { ages } of GUIDES) {
    expect(text).toContain(`Ages ${ages.replace('–', `${JOINER}–${JOINER}`)}`);
  }
});

test.each(site.pages.map(({ path, html }) => ({ path, html })))(
  'the title and the metadata of $path have no invisible characters',
  ({ html }) => {
    expect(headOf(html)).not.toContain(JOINER);
  },
);

const NAME = 'Complete Bundle (ages 6–18)';
const EVENINGS = Object.entries(tonight).map(([type, { text }]) => ({ type, text }));

test('the evenings of all products are known', () => {
  expect(EVENINGS).toHaveLength(PRODUCTS.length);
});

test.each(Object.keys(mails) as (keyof ShopMails['mails'])[])(
  'no line of the email %s breaks inside a range',
  (mail) => {
    for (const { text: evening } of EVENINGS) {
      const values = { guide: { name: NAME }, tonight: evening, orders: NAME, lines: NAME };
      const { html, text, subject } = fillTemplate(mails[mail], values);
      expect(html).toContain('white-space:nowrap">6–18<');
      expect(breakingText(html).match(BREAKABLE) ?? []).toEqual([]);
      expect(headOf(html) + text + subject).not.toContain(JOINER);
      expect(headOf(html)).not.toContain('<span');
    }
  },
);
