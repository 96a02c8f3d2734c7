import { expect, test } from 'vitest';
import { shopData } from '../../src/lib/structured-data.ts';

const priced = (price_in_cents: number) => ({ product: { price_in_cents } });

test('the home page offers the lowest and the highest price of four offers', () => {
  const site = { brand: 'Shop', description: 'Guides.' };
  const data = shopData(site, [priced(899), priced(899), priced(899)], priced(1999));
  expect(data['offers']).toEqual({
    '@type': 'AggregateOffer',
    priceCurrency: 'USD',
    lowPrice: '8.99',
    highPrice: '19.99',
    offerCount: 4,
  });
});
