import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { lookInside } from '../../src/lib/look-inside.ts';
import { drawJarLabels } from '../../src/press/jar-labels.ts';
import { heightOfPage } from '../../src/press/page-size.ts';
import { picturePages } from '../../src/press/pages.ts';
import { makeSample } from '../../src/press/sample.ts';
import { drawShareImage } from '../../src/press/share-image.ts';
import { edition, guides, readPages } from './press-edition.ts';

const [guide] = guides;
const WEBP = { widthPx: 480, format: 'webp' } as const;

describe('pictures of pages', () => {
  test('are of the width and kind asked for, one for each page in order', async () => {
    const pdf = await makeSample(guide.product, edition);
    const [second, fourth] = await picturePages(pdf, [2, 4], WEBP);
    const { format, width, height } = await sharp(second).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 480, height: 621 });
    expect((await sharp(fourth).metadata()).width).toBe(480);
    expect(second?.equals(fourth ?? Buffer.of())).toBe(false);
    const [small] = await picturePages(pdf, [2], { widthPx: 306, format: 'avif' });
    const avif = await sharp(small).metadata();
    expect(avif).toMatchObject({ format: 'heif', compression: 'av1', width: 306 });
    // The same document may be pictured again.
    expect((await picturePages(pdf, [2], WEBP))[0]?.equals(second ?? Buffer.of())).toBe(true);
  });

  test('show the hue of the guide', async () => {
    const [page] = await picturePages(await makeSample(guide.product, edition), [2], WEBP);
    const corner = { left: 4, top: 4, width: 1, height: 1 };
    const [red = 0, green = 0, blue = 0] = await sharp(page).extract(corner).raw().toBuffer();
    // Coral, which the pages have along their spine.
    expect(Math.hypot(red - 0xe4, green - 0x69, blue - 0x4a)).toBeLessThan(12);
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

  test('comes out the same for the same words', async () => {
    expect((await drawShareImage(sold)).equals(await drawShareImage(sold))).toBe(true);
  });
});

test('the free labels are one page with three names, and no sample', async () => {
  const pages = await readPages(await drawJarLabels('Coin School'));
  expect(pages).toHaveLength(1);
  for (const words of ['Spend', 'Save', 'Give', 'Coin School']) expect(pages[0]).toContain(words);
  expect(pages[0]).not.toMatch(/sample/i);
});
