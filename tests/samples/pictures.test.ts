import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { lookInside } from '../../src/samples/look-inside.ts';
import { drawJarLabels } from '../../src/samples/jar-labels.ts';
import { heightOfPage } from '../../src/samples/edition.ts';
import { picturePage } from '../../src/samples/page-pictures.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { drawShareImage } from '../../src/samples/share-image.ts';
import { edition, guides, readPages } from './edition.ts';

const [guide] = guides;
const WEBP = { widthPx: 480, format: 'webp' } as const;

describe('pictures of pages', () => {
  test('are of the width and kind asked for, each of its own page', async () => {
    const pdf = await makeSample(guide.product, edition);
    const [second, fourth, again] = [
      await picturePage(pdf, 2, WEBP),
      await picturePage(pdf, 4, WEBP),
      await picturePage(pdf, 2, WEBP),
    ];
    const { format, width, height } = await sharp(second).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 480, height: 621 });
    expect(second.equals(fourth)).toBe(false);
    expect(second.equals(again)).toBe(true);
    const small = await picturePage(pdf, 2, { widthPx: 306, format: 'avif' });
    const avif = await sharp(small).metadata();
    expect(avif).toMatchObject({ format: 'heif', compression: 'av1', width: 306 });
  });

  test('are numbered from 1: the cover is all in the hue of the guide, the next page is paper', async () => {
    const pdf = await makeSample(guide.product, edition);
    // Left of what is drawn, and right of the spine.
    const spot = { left: 50, top: 400, width: 1, height: 1 };
    const pictures = await Promise.all([1, 2].map((page) => picturePage(pdf, page, WEBP)));
    const awayFrom = async (picture: Buffer | undefined, color: readonly number[]) => {
      const pixel = await sharp(picture).extract(spot).raw().toBuffer();
      return Math.hypot(...color.map((part, i) => part - (pixel[i] ?? 0)));
    };
    expect(await awayFrom(pictures[0], [0xe4, 0x69, 0x4a])).toBeLessThan(12);
    expect(await awayFrom(pictures[1], [0xfb, 0xf7, 0xef])).toBeLessThan(12);
  });

  test('to look at before buying are the contents and each lesson in full', () => {
    const pages = lookInside({ ...guide, id: 'guide-1', learn: [...guide.learn], preview: [] });
    expect(pages.map(({ page }) => page)).toEqual([2]);
    const preview = [
      { lesson: 5, read: '', together: '', script: [] },
      { lesson: 2, read: '', together: '', script: [] },
    ];
    const all = lookInside({ ...guide, id: 'guide-1', learn: [...guide.learn], preview });
    expect(all.map(({ page }) => page)).toEqual([2, 7, 4]);
    expect(all[1]).toEqual({
      page: 7,
      alt: 'Page 7: lesson 5, Topic 5 of guide 1, in full.',
      small: '/look-inside/guide-1-7-306.avif',
      large: '/look-inside/guide-1-7-1100.webp',
      width: 1100,
      height: heightOfPage(1100),
    });
  });
});

describe('a share image', () => {
  const words = { brand: 'Coin School', heading: 'Allowance day', line: 'Ages 6–10' };
  const sold = { ...words, hue: 'moss', art: 'jars', price: '$8.99' } as const;

  test.each([words, sold, { ...sold, heading: 'A long heading. '.repeat(20) }])(
    'is a PNG of 1200 by 630 and light: %#',
    async (share) => {
      const image = await drawShareImage(share);
      const { format, width, height } = await sharp(image).metadata();
      expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
      expect(image.byteLength).toBeLessThan(100_000);
    },
  );

  test.each([
    ['price', { price: '$9.99' }],
    ['heading', { heading: 'Another day' }],
    ['line', { line: 'Ages 11–14' }],
    ['brand', { brand: 'Jar School' }],
    ['hue', { hue: 'teal' }],
    ['art', { art: 'tree' }],
  ] as const)('shows its %s', async (_, change) => {
    const [image, changed] = [
      await drawShareImage(sold),
      await drawShareImage({ ...sold, ...change }),
    ];
    expect(changed.equals(image)).toBe(false);
  });
});

test('the free labels are one page with three names, and no sample', async () => {
  const pages = await readPages(await drawJarLabels('Coin School'));
  expect(pages).toHaveLength(1);
  for (const words of ['Spend', 'Save', 'Give', 'Coin School']) expect(pages[0]).toContain(words);
  expect(pages[0]).not.toMatch(/sample/i);
});
