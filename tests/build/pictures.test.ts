import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PRODUCTS } from '../catalogue.ts';
import { attribute, isPublic, readBuiltSite } from './built-site.ts';
import { ORIGIN } from './deployed.ts';

const site = await readBuiltSite();

test('an icon is there for browsers that know no SVG', async () => {
  const icon = site.read('/favicon.ico');
  const picture = await sharp(icon.subarray(icon.readUInt32LE(18))).metadata();
  expect(picture).toMatchObject({ format: 'png', width: icon[6], height: icon[7] });
});

const shared = site.pages
  .filter(isPublic)
  .map((page) => attribute(page, 'meta[property="og:image"]', 'content'));
const covers = PRODUCTS.map(({ product_type: type }) => `${ORIGIN}/covers/${type}.png`);

test.each([
  // Phones load a cover with each email.
  { what: 'product has a cover for emails', addresses: covers, size: [288, 384], most: 12_000 },
  { what: 'public page has a picture to be shared with', addresses: shared, size: [1200, 630] },
])('every $what, of its own', async ({ addresses, size: [width, height], most = Infinity }) => {
  const pictures = addresses.map((address) => {
    const { origin, pathname } = new URL(address);
    expect(origin).toBe(ORIGIN);
    return site.read(pathname);
  });
  for (const picture of pictures) {
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width, height });
    expect(picture.length).toBeLessThan(most);
  }
  expect(new Set(pictures.map((picture) => picture.toString('latin1'))).size).toBe(
    addresses.length,
  );
});
