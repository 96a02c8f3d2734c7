import { expect, test } from 'vitest';
import { guideThing, shopThing } from '../../src/layouts/structured-data.ts';

/** What no page of the shop shows as it is; the rest is read off its pages in tests/build. */
const origin = 'https://shop.example';
const shown = { url: `${origin}/x`, description: 'Guides.', image: `${origin}/x.png` };
const page = { origin, shown };

test('a product that is not on sale is said to be out of stock', () => {
  const product = { name: 'Guide', price_in_cents: 899, is_active: false };
  expect(guideThing(product)(page)).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});

test('the lowest and the highest price are those of products on sale', () => {
  const offered = [899, 500, 1999, 2500].map((price_in_cents) => ({
    product: { name: 'Guide', price_in_cents, is_active: [899, 1999].includes(price_in_cents) },
    path: '/x',
  }));
  const of = { lowPrice: '8.99', highPrice: '19.99', offerCount: 2 };
  expect(shopThing('Shop', offered)(page)).toMatchObject({ offers: of });
});
