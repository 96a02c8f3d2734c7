import type { Guide, Site } from './shop.ts';
import { plainAmount } from './money.ts';

/** schema.org, as search engines read it. */
export type StructuredData = {
  '@context': 'https://schema.org';
  '@type': string;
  [key: string]: unknown;
};

type Priced = { product: { price_in_cents: number } };

/** The home page: one product line with four offers between the lowest and the highest price. */
export function shopData(
  site: Pick<Site, 'brand' | 'description'>,
  guides: readonly Priced[],
  bundle: Priced,
): StructuredData {
  const prices = [bundle, ...guides].map(({ product }) => product.price_in_cents);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: site.brand,
    description: site.description,
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: plainAmount(Math.min(...prices)),
      highPrice: plainAmount(Math.max(...prices)),
      offerCount: prices.length,
    },
  };
}

/** The page of one guide. `url` is the page's full address. */
export function guideData(guide: Guide, url: string): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: guide.product.name,
    description: guide.summary,
    url,
    offers: {
      '@type': 'Offer',
      priceCurrency: 'USD',
      price: plainAmount(guide.product.price_in_cents),
      availability: `https://schema.org/${guide.product.is_active ? 'InStock' : 'OutOfStock'}`,
      url,
    },
  };
}
