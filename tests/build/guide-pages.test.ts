import type { HtmlElement } from 'html-validate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ARTICLES, GUIDES, LESSON, fieldsOf, productOf } from '../catalog.ts';
import { attribute, readBuiltSite, readable, visibleText } from './built-site.ts';

const site = await readBuiltSite();

const valueOf = (element: HtmlElement | null, name: string): string =>
  readable(element?.getAttributeValue(name) ?? '');

const guide = GUIDES.find(({ path }) => path === `/${LESSON.guide}`);
const free = guide?.preview.find(({ lesson }) => lesson === LESSON.lesson);
if (!guide || !free) throw new Error('content/lesson.md names no lesson');

test('shows some lessons on the page of their guide', () => {
  const text = visibleText(site.pageAt(guide.path));
  for (const { read, together } of guide.preview) {
    expect(text).toContain(readable(read));
    expect(text).toContain(readable(together));
  }
});

test('shows the free lesson in full', () => {
  const text = visibleText(site.pageAt('/lesson'));
  const said = free.script.map(({ child, you }) => child ?? you ?? '');
  const steps = LESSON.steps.flatMap((step) => [step.title, step.text]);
  for (const words of [LESSON.heading, ...LESSON.need, free.read, ...steps, ...said]) {
    expect(text).toContain(readable(words));
  }
});

test('links the free lesson from its guide', () => {
  expect(site.pageAt(guide.path).html).toMatch(/href="\/lesson">\s*Try a whole lesson, free/);
});

test.each([guide.path, '/lesson'])('offers the printable on %s', (path) => {
  const address = attribute(site.pageAt(path), 'main a[download]', 'href');
  expect(address).toBe('/printables/jar-labels.pdf');
});

test.each([guide.path, '/lesson'])('sells the guide of the free lesson on %s', (path) => {
  const type = attribute(site.pageAt(path), 'main [name="productType"]', 'value');
  expect(type).toBe(productOf(guide.product).product_type);
});

test.each(ARTICLES)('offers the free lesson in %s only if it is of the same guide', (path) => {
  const { guide: name } = fieldsOf<{ guide: string }>(`${path.slice(1)}.md`);
  expect(site.pageAt(path).html.includes('Try one of its lessons')).toBe(name === LESSON.guide);
});

describe.each(GUIDES)('guide $number', ({ path, inside = [] }) => {
  const { document } = site.pageAt(path);
  const links = document.querySelectorAll('.pages a');

  test('shows each of its pictures of pages', () => {
    expect(links).toHaveLength(inside.length);
  });

  test('links each picture of a page to a readable one', async () => {
    for (const link of links) {
      const { width } = await sharp(site.read(valueOf(link, 'href'))).metadata();
      expect(width).toBeGreaterThanOrEqual(800);
    }
  });

  test('loads small pictures of pages', async () => {
    for (const link of links) {
      const picture = site.read(valueOf(link.querySelector('img'), 'src'));
      expect((await sharp(picture).metadata()).width).toBeLessThanOrEqual(400);
    }
  });

  test('describes each picture of a page', () => {
    for (const link of links) expect(valueOf(link.querySelector('img'), 'alt')).not.toBe('');
  });

  test('has a section for pictures of pages only if there are some', () => {
    expect(document.querySelector('#look-inside') !== null).toBe(inside.length > 0);
  });
});
