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

test('shows covers on every page that presents or delivers guides', () => {
  const paths = pagesWithCovers.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/present', '/guide-download', ...GUIDES.map(({ path }) => path)]),
  );
});

describe.each(pagesWithCovers.map((page) => ({ path: page.path, page })))(
  'the covers on $path',
  ({ page }) => {
    const covers = coversOn(page);

    test('names the guide in the alt text of each cover', () => {
      const titles = [...GUIDES.map(({ title }) => title), ...PRODUCTS.map(({ name }) => name)];
      for (const cover of covers) {
        const alt = valueOf(cover, 'alt');
        expect(
          titles.some((title) => alt.startsWith(`Cover: ${title}`)),
          alt,
        ).toBe(true);
      }
    });

    test('sets the size of each cover to prevent layout shifts', () => {
      for (const cover of covers) {
        const shape = Number(valueOf(cover, 'width')) / Number(valueOf(cover, 'height'));
        expect(shape).toBe(0.75);
      }
    });

    test('limits each cover to 30 kB', () => {
      for (const cover of covers) {
        expect(site.read(valueOf(cover, 'src')).length).toBeLessThanOrEqual(30_000);
      }
    });
  },
);

test.each(GUIDES.map(({ path, title }) => ({ path, title })))(
  'loads only the guide’s own cover eagerly on $path',
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
  // `stats` would ignore `flatten` and read the original picture.
  const flat = await sharp(picture).flatten().toColorspace('srgb').png().toBuffer();
  const { channels } = await sharp(flat).stats();
  return channels.map(({ mean }) => mean);
};

test('shows each guide’s cover in emails in the same colors as on its page', async () => {
  for (const { product, path } of GUIDES) {
    const type = PRODUCTS.find(({ id }) => id === product)?.product_type ?? '';
    const [cover] = coversOn(site.pageAt(path));
    const colorOnPage = await meanColorOf(site.read(cover ? valueOf(cover, 'src') : ''));
    const colorInEmail = await meanColorOf(site.read(`/covers/${type}.png`));
    for (const [channel, mean] of colorOnPage.entries()) {
      expect(Math.abs(mean - (colorInEmail[channel] ?? 0)), path).toBeLessThan(10);
    }
  }
});

describe('the covers in emails', () => {
  const covers = PRODUCTS.map(({ product_type: type }) => site.read(`/covers/${type}.png`));

  test('saves each cover as a PNG file of 288 × 384 pixels', async () => {
    for (const cover of covers) {
      const metadata = await sharp(cover).metadata();
      expect(metadata).toMatchObject({ format: 'png', width: 288, height: 384 });
    }
  });

  // A phone may load a cover each time an email is opened.
  test('limits each cover to 12 kB', () => {
    for (const cover of covers) expect(cover.length).toBeLessThan(12_000);
  });

  test('shows a different cover for each product', () => {
    expect(new Set(covers.map((cover) => cover.toString('latin1'))).size).toBe(covers.length);
  });
});
