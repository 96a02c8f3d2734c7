import type { Graph, Offer, Organization } from 'schema-dts';
import { plainMoney } from '../contract/money.ts';

/** One thing of a page's structured data, as schema.org describes it. */
export type Thing = Graph['@graph'][number];

/** A page, as the layout knows it. */
type Shown = { url: string; description: string; image: string };

/** Makes what a page alone has in its structured data. `origin` is the shop's address. */
export type Describe = (page: { origin: string; shown: Shown }) => Thing;

type Site = { brand: string; supportEmail: string; refundWindowDays: number };
type Priced = { name: string; price_in_cents: number; is_active: boolean };

const shopAt = (origin: string) => ({ '@id': `${origin}/#shop` });

/** The seller, the same on every page. */
export const organization = (site: Site, origin: string): Organization => ({
  '@type': 'Organization',
  ...shopAt(origin),
  name: site.brand,
  url: `${origin}/`,
  logo: `${origin}/favicon.svg`,
  email: site.supportEmail,
  hasMerchantReturnPolicy: {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: site.refundWindowDays,
    returnFees: 'https://schema.org/FreeReturn',
    merchantReturnLink: `${origin}/refunds`,
  },
});

const offer = (product: Priced, url: string): Offer => ({
  '@type': 'Offer',
  name: product.name,
  priceCurrency: 'USD',
  price: plainMoney(product.price_in_cents),
  availability: `https://schema.org/${product.is_active ? 'InStock' : 'OutOfStock'}`,
  url,
});

/** The home page: one product line, offered between the lowest and the highest price of what is on sale. */
export const shopThing =
  (brand: string, offered: readonly { product: Priced; path: string }[]): Describe =>
  ({ origin, shown }) => {
    const onSale = offered.filter(({ product }) => product.is_active);
    const offers = onSale.length > 0 ? onSale : offered;
    const prices = offers.map(({ product }) => product.price_in_cents);
    return {
      '@type': 'Product',
      name: brand,
      ...shown,
      brand: shopAt(origin),
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'USD',
        lowPrice: plainMoney(Math.min(...prices)),
        highPrice: plainMoney(Math.max(...prices)),
        offerCount: prices.length,
        offers: offers.map(({ product, path }) => offer(product, origin + path)),
      },
    };
  };

/** The page of one guide. */
export const guideThing =
  (product: Priced): Describe =>
  ({ origin, shown }) => ({
    '@type': 'Product',
    name: product.name,
    ...shown,
    brand: shopAt(origin),
    offers: { ...offer(product, shown.url), seller: shopAt(origin) },
  });

const FREE = { isAccessibleForFree: true, inLanguage: 'en-US' } as const;

/** A lesson that anyone may read for free, for children of these ages. */
export const lessonThing =
  (name: string, ages: string): Describe =>
  ({ origin, shown }) => ({
    '@type': 'LearningResource',
    name,
    ...shown,
    ...FREE,
    learningResourceType: 'lesson',
    timeRequired: 'PT10M',
    typicalAgeRange: ages.replace('–', '-'),
    publisher: shopAt(origin),
  });

/** An article that anyone may read for free. */
export const articleThing =
  (headline: string, published: Date): Describe =>
  ({ origin, shown: { url, ...shown } }) => ({
    '@type': 'Article',
    headline,
    ...shown,
    ...FREE,
    mainEntityOfPage: url,
    datePublished: published.toISOString().slice(0, 10),
    author: shopAt(origin),
    publisher: shopAt(origin),
  });

/** Questions with their answers, as HTML. */
export const faqThing =
  (faqs: readonly { question: string; html: string }[]): Describe =>
  ({ shown: { url } }) => ({
    '@type': 'FAQPage',
    url,
    mainEntity: faqs.map(({ question, html }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: html },
    })),
  });

/** The breadcrumbs from the home page to this one. */
export const breadcrumbs = (trail: readonly { name: string; url: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, url }, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    name,
    item: url,
  })),
});
