import type { Graph, Offer, Organization } from 'schema-dts';
import { type Product, isForSale } from '../contract/catalog.ts';
import { plainMoney } from '../contract/money.ts';
import type { Article, Site } from '../content/shop.ts';

type Thing = Exclude<Graph['@graph'][number], string>;

const { origin } = new URL(import.meta.env.SITE);
const SHOP = { '@id': `${origin}/#shop` };

export const organization = (site: Site): Organization => ({
  '@type': 'Organization',
  ...SHOP,
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

/** `href` is the path of the product's page. */
type OfferedProduct = { product: Product; href: string };

const offer = ({ product, href }: OfferedProduct): Offer => ({
  '@type': 'Offer',
  name: product.name,
  priceCurrency: 'USD',
  price: plainMoney(product.price_in_cents),
  availability: `https://schema.org/${isForSale(product) ? 'InStock' : 'OutOfStock'}`,
  url: origin + href,
});

/** An aggregate offer of the products for sale, or of all products if none is for sale. */
export const shopThing = (brand: string, offered: readonly OfferedProduct[]): Thing => {
  const onSale = offered.filter(({ product }) => isForSale(product));
  const offers = onSale.length > 0 ? onSale : offered;
  const prices = offers.map(({ product }) => product.price_in_cents);
  return {
    '@type': 'Product',
    name: brand,
    brand: SHOP,
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: plainMoney(Math.min(...prices)),
      highPrice: plainMoney(Math.max(...prices)),
      offerCount: prices.length,
      offers: offers.map(offer),
    },
  };
};

export const guideThing = (guide: OfferedProduct): Thing => ({
  '@type': 'Product',
  name: guide.product.name,
  brand: SHOP,
  offers: { ...offer(guide), seller: SHOP },
});

const FREE = { isAccessibleForFree: true, inLanguage: 'en-US', publisher: SHOP } as const;

export const lessonThing = (name: string, ages: string): Thing => ({
  '@type': 'LearningResource',
  name,
  ...FREE,
  learningResourceType: 'lesson',
  timeRequired: 'PT10M',
  typicalAgeRange: ages.replace('–', '-'),
});

export const articleThing = ({ data, path, publishedAt, updatedAt }: Article): Thing => ({
  '@type': 'Article',
  headline: data.heading,
  ...FREE,
  mainEntityOfPage: origin + path,
  datePublished: publishedAt,
  dateModified: updatedAt,
  author: SHOP,
});

export const faqThing = (faqs: readonly { question: string; html: string }[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ question, html }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: html },
  })),
});

export const breadcrumbs = (trail: readonly { name: string; url: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, url }, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    name,
    item: url,
  })),
});
