import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawJarLabels } from '../../src/samples/jar-labels.ts';
import { drawShareImage } from '../../src/samples/share-image.ts';
import { readPages } from './edition.ts';

const PLAIN = { brand: 'Coin School', heading: 'Allowance day', line: 'Ages 6–10' };
const SOLD = { ...PLAIN, hue: 'moss', art: 'jars', price: '$8.99' } as const;

test.each([PLAIN, SOLD, { ...SOLD, heading: 'A long heading. '.repeat(20) }])(
  'a share image is a PNG of 1200 by 630 and light: %#',
  async (share) => {
    const image = await drawShareImage(share);
    const { format, width, height } = await sharp(image).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(image.byteLength).toBeLessThan(100_000);
  },
);

test('a share image shows each of its parts', async () => {
  const image = await drawShareImage(SOLD);
  const changes = [
    { price: '$9.99' },
    { heading: 'Another day' },
    { line: 'Ages 11–14' },
    { brand: 'Jar School' },
    { hue: 'teal' },
    { art: 'tree' },
  ] as const;
  for (const change of changes) {
    const changed = await drawShareImage({ ...SOLD, ...change });
    expect(changed.equals(image), Object.keys(change).join()).toBe(false);
  }
});

test('the free labels are one page with three names, and no sample', async () => {
  const pages = await readPages(await drawJarLabels('Coin School'));
  expect(pages).toHaveLength(1);
  for (const words of ['Spend', 'Save', 'Give', 'Coin School']) expect(pages[0]).toContain(words);
  expect(pages[0]).not.toMatch(/sample/i);
});
