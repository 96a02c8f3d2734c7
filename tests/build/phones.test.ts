import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ShopMails } from '../../src/contract/mail.ts';
import { filesIn } from '../catalog.ts';
import { attribute, readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const { mails }: ShopMails = JSON.parse(site.read('emails/templates.json').toString());

/** iOS turns numbers that look like phone numbers, such as order numbers, into links. */
const FORMAT_DETECTION = 'meta[name="format-detection"]';

const shopPages = site.pages.filter(({ path }) => path !== '/conversion');

test('finds more than ten pages to check', () => {
  expect(shopPages.length).toBeGreaterThan(10);
});

test.each(shopPages)('keeps phones from turning order numbers into links on $path', (page) => {
  expect(attribute(page, FORMAT_DETECTION, 'content')).toBe('telephone=no');
});

test.each(Object.entries(mails).map(([name, { html }]) => ({ name, html })))(
  'keeps phones from turning order numbers into links in the $name email',
  ({ html }) => {
    const meta = site.parse(html).querySelector(FORMAT_DETECTION);
    expect(meta?.getAttributeValue('content')).toBe('telephone=no');
  },
);

// iOS fills transparent corners with black.
test('has an opaque icon for the iPhone home screen', async () => {
  const icon = sharp(site.read('apple-touch-icon.png'));
  const { format, width, height } = await icon.metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 180, height: 180 });
  expect((await icon.stats()).isOpaque).toBe(true);
});

test('sets dir="auto" on the names of the planner and of parents', () => {
  const names = site.pageAt('/').document.querySelectorAll('[dir="auto"]');
  expect(names).toHaveLength(filesIn('testimonials').length + 1);
  for (const name of names) expect(name.textContent.trim()).not.toBe('');
});

// Safari before 16.4 rejects any script that contains a lookbehind.
test('uses no regex lookbehind in any script', () => {
  const files = [...site.files].filter((file) => file.endsWith('.js'));
  const sources = [
    ...files.map((file) => site.read(file).toString()),
    ...site.pages.map(({ html }) => html),
  ];
  expect(files.length).toBeGreaterThan(4);
  expect(sources.filter((source) => /\(\?<[=!]/.test(source))).toEqual([]);
});
