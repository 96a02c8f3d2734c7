import type { HtmlElement } from 'html-validate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ARTICLES, GUIDES, LESSONS, fieldsOf, productOf } from '../catalog.ts';
import { attribute, readBuiltSite, readable, visibleText } from './built-site.ts';
import { OFF_SALE } from './deployed.ts';

const site = await readBuiltSite();

const valueOf = (element: HtmlElement | null, name: string): string =>
  readable(element?.getAttributeValue(name) ?? '');

/** The link to a free lesson in a page's content. */
const lessonLinkOn = (path: string): HtmlElement | undefined =>
  site
    .pageAt(path)
    .document.querySelectorAll('main a')
    .find((link) => valueOf(link, 'href').startsWith('/lesson'));

test.each(GUIDES)('shows the preview lessons in full on $path', ({ path, preview }) => {
  const free = LESSONS.find(({ guide }) => path === `/${guide}`);
  const shown = visibleText(site.pageAt(path));
  for (const { read, together } of preview.filter(({ lesson }) => lesson !== free?.lesson)) {
    expect(shown).toContain(readable(read));
    expect(shown).toContain(readable(together));
  }
});

test.each(LESSONS)('omits the free lesson from the page of $guide', ({ guide: id, lesson }) => {
  const guide = GUIDES.find(({ path }) => path === `/${id}`);
  const inGuide = guide?.preview.find((one) => one.lesson === lesson);
  if (!guide || !inGuide) throw new Error('The guide lacks the lesson.');
  expect(visibleText(site.pageAt(guide.path))).not.toContain(readable(inGuide.read));
});

test.each(GUIDES)('links from $path to its free lesson if the guide has one', ({ path, ages }) => {
  const lesson = LESSONS.find(({ guide }) => path === `/${guide}`);
  const link = lessonLinkOn(path);
  expect(link?.getAttributeValue('href')).toBe(lesson?.path);
  const words = readable(link?.textContent ?? '').replaceAll('\u2060', '');
  expect(words.trim()).toBe(lesson ? `Try a whole lesson for ages ${ages}, free` : '');
});

test('offers the printable on its guide’s page', () => {
  const guide = GUIDES.find(({ printable }) => printable);
  const address = attribute(site.pageAt(guide?.path ?? ''), 'main a[download]', 'href');
  expect(address).toBe('/printables/jar-labels.pdf');
});

describe.each(LESSONS)('$path', (lesson) => {
  const page = site.pageAt(lesson.path);
  const guide = GUIDES.find(({ path }) => path === `/${lesson.guide}`);
  if (!guide) throw new Error(`${lesson.path} names no guide.`);

  test('shows the whole lesson', () => {
    const inGuide = guide.preview.find((one) => one.lesson === lesson.lesson);
    const said = inGuide?.script.map(({ child, you }) => child ?? you ?? '') ?? [];
    const steps = lesson.steps.flatMap(({ title, text }) => [title, text]);
    const words = [lesson.heading, ...lesson.need, inGuide?.read ?? '', ...steps, ...said];
    for (const one of words) expect(visibleText(page)).toContain(readable(one));
  });

  test('sells the lesson’s guide if it is for sale', () => {
    const { product_type: type } = productOf(guide.product);
    const sold = page.document.querySelector('main [name="productType"]');
    const expected = guide.path === OFF_SALE?.path ? undefined : type;
    expect(sold?.getAttributeValue('value')).toBe(expected);
  });

  test('links to the free lessons for other ages', () => {
    const others = LESSONS.filter(({ path }) => path !== lesson.path);
    for (const { path } of others) {
      expect(page.document.querySelectorAll(`main a[href="${path}"]`), path).toHaveLength(1);
    }
  });

  test('offers the guide’s printable if there is one', () => {
    const file = guide.printable && '/printables/jar-labels.pdf';
    expect(page.document.querySelector('main a[download]')?.getAttributeValue('href')).toBe(file);
  });
});

test.each(ARTICLES)(
  'links from %s to the free lesson of its guide if the guide has one',
  (path) => {
    const { guide } = fieldsOf<{ guide: string }>(`${path.slice(1)}.md`);
    const lesson = LESSONS.find((one) => one.guide === guide);
    const link = lessonLinkOn(path);
    expect(link?.getAttributeValue('href')).toBe(lesson?.path);
  },
);

describe.each(GUIDES)('guide $number', ({ path, inside = [] }) => {
  const { document } = site.pageAt(path);
  const links = document.querySelectorAll('.pages a');

  test('shows every picture of the guide’s pages', () => {
    expect(links).toHaveLength(inside.length);
  });

  test('links each picture of a page to a larger, readable one', async () => {
    for (const link of links) {
      const { width } = await sharp(site.read(valueOf(link, 'href'))).metadata();
      expect(width).toBeGreaterThanOrEqual(800);
    }
  });

  test('loads a version of each picture that is at most 400 px wide', async () => {
    for (const link of links) {
      const picture = site.read(valueOf(link.querySelector('img'), 'src'));
      expect((await sharp(picture).metadata()).width).toBeLessThanOrEqual(400);
    }
  });

  test('describes each picture of a page in its alt text', () => {
    for (const link of links) expect(valueOf(link.querySelector('img'), 'alt')).not.toBe('');
  });

  test('shows the section “Look inside” only if the guide has pictures of its pages', () => {
    expect(document.querySelector('#look-inside') !== null).toBe(inside.length > 0);
  });
});
