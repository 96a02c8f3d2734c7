import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ShopMails } from '../../src/contract/mail.ts';
import { filesIn } from '../catalog.ts';
import { attribute, readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const { mails }: ShopMails = JSON.parse(site.read('emails/templates.json').toString());

/** iOS makes a telephone link of each number that looks like one, such as an order number. */
const NO_TELEPHONE = { selector: 'meta[name="format-detection"]', content: 'telephone=no' };

test('no page lets a phone make telephone links of order numbers', () => {
  const pages = site.pages.filter(({ path }) => path !== '/conversion');
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages) {
    expect(attribute(page, NO_TELEPHONE.selector, 'content'), page.path).toBe(NO_TELEPHONE.content);
  }
});

test.each(Object.entries(mails))('the email %s lets no phone do so either', (_name, { html }) => {
  const meta = site.parse(html).querySelector(NO_TELEPHONE.selector);
  expect(meta?.getAttributeValue('content')).toBe(NO_TELEPHONE.content);
});

test('the home screen of an iPhone has an icon, without transparent corners', async () => {
  const icon = sharp(site.read('apple-touch-icon.png'));
  const { format, width, height } = await icon.metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 180, height: 180 });
  expect((await icon.stats()).isOpaque).toBe(true);
});

test('the names of the planner and of parents are written in their own direction', () => {
  const named = site.pageAt('/').document.querySelectorAll('[dir="auto"]');
  const texts = named.map((element) => element.textContent.trim());
  expect(texts.length).toBe(filesIn('testimonials').length + 1);
  expect(texts.every((text) => text !== '')).toBe(true);
});

test('no script has a lookbehind, with which an iPhone before iOS 16.4 refuses the whole script', () => {
  const files = [...site.files].filter((file) => file.endsWith('.js'));
  const sources = [
    ...files.map((file) => site.read(file).toString()),
    ...site.pages.map(({ html }) => html),
  ];
  expect(files.length).toBeGreaterThan(4);
  expect(sources.filter((source) => /\(\?<[=!]/.test(source))).toEqual([]);
});
