import { expect, test } from 'vitest';
import { guideData } from '../../src/layouts/structured-data.ts';

/** What no page of the shop shows as it is; the rest is read off its pages in tests/build. */
const origin = 'https://shop.example';
const shop = { brand: 'Shop', supportEmail: 'help@shop.example', refundWindowDays: 30, origin };
const shown = { url: `${origin}/x`, description: 'Guides.', image: `${origin}/x.png` };

test('a product that is not on sale is said to be out of stock', () => {
  const product = { name: 'Guide', price_in_cents: 899, is_active: false };
  expect(guideData(shop, shown, product)).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});
