import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ARTICLES, CONTENT_PAGES, GUIDES, SITE, fieldsOf } from '../catalog.ts';
import { attribute, readBuiltSite } from './built-site.ts';
import { ORIGIN } from './deployed.ts';

const site = await readBuiltSite();

const metaOf = (path: string, property: string): string =>
  attribute(site.pageAt(path), `meta[property="og:${property}"]`, 'content');

const pictureOf = (path: string): Buffer => site.read(metaOf(path, 'image').replace(ORIGIN, ''));

describe.each(CONTENT_PAGES.map((path) => ({ path })))('the share image of $path', ({ path }) => {
  test('has the size that the page states and social networks expect', async () => {
    const { width, height } = await sharp(pictureOf(path)).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
    expect(metaOf(path, 'image:width')).toBe('1200');
    expect(metaOf(path, 'image:height')).toBe('630');
  });

  test('has alt text', () => {
    expect(metaOf(path, 'image:alt')).not.toBe('');
  });
});

/** The color of the upper left corner. */
const cornerOf = async (picture: Buffer): Promise<number[]> => [
  ...(await sharp(picture)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()),
];

/** The light tint of a hue in src/styles/tokens.css, as red, green and blue. */
const tintOf = (hue: string): number[] => {
  const rule = new RegExp(`data-hue='${hue}'\\][^}]*--hue-tint: light-dark\\(#(\\w{6})`);
  const code = rule.exec(readFileSync('src/styles/tokens.css', 'utf8'))?.[1] ?? '';
  return [0, 2, 4].map((at) => Number.parseInt(code.slice(at, at + 2), 16));
};

describe.each(GUIDES)('the share image of guide $number', ({ path, title, ages, hue }) => {
  test('describes the image as the guide’s cover', () => {
    expect(metaOf(path, 'image:alt')).toBe(`Cover: ${title}, ages ${ages}`);
  });

  test('shows the guide’s tint behind the cover', async () => {
    const corner = await cornerOf(pictureOf(path));
    for (const [channel, value] of tintOf(hue).entries()) {
      expect(Math.abs((corner[channel] ?? 0) - value)).toBeLessThan(6);
    }
  });
});

test('uses a different share image for each guide', () => {
  const pictures = GUIDES.map(({ path }) => pictureOf(path).toString('latin1'));
  expect(new Set(pictures).size).toBe(GUIDES.length);
});

test('uses content/share.png for all pages without a picture', () => {
  const withOwn = new Set(GUIDES.map(({ path }) => path));
  for (const path of ARTICLES) {
    if (fieldsOf<{ image?: object }>(`${path.slice(1)}.md`).image) withOwn.add(path);
  }
  const others = CONTENT_PAGES.filter((path) => !withOwn.has(path));
  expect(new Set(others.map((path) => metaOf(path, 'image'))).size).toBe(1);
  expect(metaOf('/', 'image:alt')).toBe(SITE.shareAlt ?? SITE.brand);
});

test('sets og:type to article only on articles', () => {
  const marked = CONTENT_PAGES.filter((path) => metaOf(path, 'type') === 'article');
  expect(marked.toSorted()).toEqual(ARTICLES.toSorted());
});

test('sets og:type to website on all other pages', () => {
  const others = CONTENT_PAGES.filter((path) => !ARTICLES.includes(path));
  for (const path of others) expect(metaOf(path, 'type'), path).toBe('website');
});
