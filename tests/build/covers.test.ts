import type { HtmlElement } from 'html-validate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { GUIDES, PRODUCTS } from '../catalog.ts';
import { type BuiltPage, readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();

const coversOn = (page: BuiltPage): HtmlElement[] =>
  page.document.querySelectorAll('main img.cover');

const valueOf = (element: HtmlElement, name: string): string =>
  element.getAttributeValue(name) ?? '';

const pagesWithCovers = site.pages.filter((page) => coversOn(page).length > 0);

test('shows covers on the home page, guides, gift card and download page', () => {
  const paths = pagesWithCovers.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/present', '/guide-download', ...GUIDES.map(({ path }) => path)]),
  );
});

describe.each(pagesWithCovers.map((page) => ({ path: page.path, page })))(
  'each cover on $path',
  ({ page }) => {
    const covers = coversOn(page);

    test('names its guide for those who can’t see it', () => {
      const titles = [...GUIDES.map(({ title }) => title), ...PRODUCTS.map(({ name }) => name)];
      for (const cover of covers) {
        const alt = valueOf(cover, 'alt');
        expect(
          titles.some((title) => alt.startsWith(`Cover: ${title}`)),
          alt,
        ).toBe(true);
      }
    });

    test('has its size, so that nothing moves when it appears', () => {
      for (const cover of covers) {
        const shape = Number(valueOf(cover, 'width')) / Number(valueOf(cover, 'height'));
        expect(shape).toBe(0.75);
      }
    });

    test('is a file of at most 30 kB', () => {
      for (const cover of covers) {
        expect(site.read(valueOf(cover, 'src')).length).toBeLessThanOrEqual(30_000);
      }
    });
  },
);

test.each(GUIDES.map(({ path, title }) => ({ path, title })))(
  'loads only the guide’s own cover at once on $path',
  ({ path, title }) => {
    for (const cover of coversOn(site.pageAt(path))) {
      const isOwn = valueOf(cover, 'alt').startsWith(`Cover: ${title}`);
      expect(valueOf(cover, 'fetchpriority')).toBe(isOwn ? 'high' : 'low');
      expect(valueOf(cover, 'loading')).toBe(isOwn ? 'eager' : 'lazy');
    }
  },
);

test('preloads no picture', () => {
  for (const page of site.pages) {
    expect(page.document.querySelectorAll('link[rel="preload"][as="image"]')).toEqual([]);
  }
});

/** The mean of each channel, from 0 to 255. */
const meanColorOf = async (picture: Buffer): Promise<number[]> => {
  // `stats` reads the original picture, from before `flatten`.
  const flat = await sharp(picture).flatten().toColorspace('srgb').png().toBuffer();
  const { channels } = await sharp(flat).stats();
  return channels.map(({ mean }) => mean);
};

test('shows the cover of each guide in emails, in its colors', async () => {
  for (const { product, path } of GUIDES) {
    const type = PRODUCTS.find(({ id }) => id === product)?.product_type ?? '';
    const [cover] = coversOn(site.pageAt(path));
    const ofPage = await meanColorOf(site.read(cover ? valueOf(cover, 'src') : ''));
    const ofEmail = await meanColorOf(site.read(`/covers/${type}.png`));
    for (const [channel, mean] of ofPage.entries()) {
      expect(Math.abs(mean - (ofEmail[channel] ?? 0)), path).toBeLessThan(10);
    }
  }
});

describe('the covers in emails', () => {
  const covers = PRODUCTS.map(({ product_type: type }) => site.read(`/covers/${type}.png`));

  test('are PNG files of 288 by 384 pixels', async () => {
    for (const cover of covers) {
      const metadata = await sharp(cover).metadata();
      expect(metadata).toMatchObject({ format: 'png', width: 288, height: 384 });
    }
  });

  // Phones load one with each email.
  test('are smaller than 12 kB', () => {
    for (const cover of covers) expect(cover.length).toBeLessThan(12_000);
  });

  test('differ from each other', () => {
    expect(new Set(covers.map((cover) => cover.toString('latin1'))).size).toBe(covers.length);
  });
});
