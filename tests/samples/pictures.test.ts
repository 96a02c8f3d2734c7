import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawJarLabels } from '../../src/samples/jar-labels.ts';
import { drawShareImage } from '../../src/samples/share-image.ts';
import { readPages } from './edition.ts';

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
