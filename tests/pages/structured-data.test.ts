import { expect, test } from 'vitest';
import { guideData, shopData, shopOf } from '../../src/layouts/structured-data.ts';

/** What no page of the shop shows as it is; the rest is read off its pages in tests/build. */
const shop = {
  brand: 'Shop',
  supportEmail: 'help@shop.example',
  refundWindowDays: 30,
  origin: 'https://shop.example',
};
const shown = {
  url: 'https://shop.example/x',
  description: 'Guides.',
  image: 'https://shop.example/x.png',
};
const priced = (price_in_cents: number, is_active = true) => ({
  name: 'Guide',
  price_in_cents,
  is_active,
});

test('the lowest and the highest price are found wherever they stand', () => {
  const offered = [899, 1999, 500].map((price) => ({ product: priced(price), path: `/${price}` }));
  expect(shopData(shop, shown, offered)).toMatchObject({
    offers: { lowPrice: '5.00', highPrice: '19.99', offerCount: 3 },
  });
});

test('a product that is not on sale is said to be out of stock', () => {
  expect(guideData(shop, shown, priced(899, false))).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});

test('a shop without an address is refused', () => {
  expect(() => shopOf(shop, undefined)).toThrow('site');
  expect(shopOf(shop, new URL('https://shop.example/guide-1'))).toEqual(shop);
});
