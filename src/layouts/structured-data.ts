import type {
  Article,
  BreadcrumbList,
  FAQPage,
  Graph,
  LearningResource,
  ListItem,
  Offer,
  Organization,
  Product,
} from 'schema-dts';
import { plainMoney } from '../contract/money.ts';

/** One thing of a page's structured data, as schema.org describes it. */
export type Thing = Graph['@graph'][number];

type Shop = { brand: string; supportEmail: string; refundWindowDays: number; origin: string };
type Shown = { url: string; description: string; image: string };

/** The shop's facts and its address. */
export function shopOf(site: Omit<Shop, 'origin'>, address: URL | undefined): Shop {
  if (!address) throw new Error('astro.config.mjs sets no "site".');
  return { ...site, origin: address.origin };
}
type Priced = { name: string; price_in_cents: number; is_active: boolean };

const AVAILABILITY = { true: 'InStock', false: 'OutOfStock' } as const;

const shopId = ({ origin }: Shop) => `${origin}/#shop`;

/** The seller, the same on every page. */
export function organization(shop: Shop): Organization {
  return {
    '@type': 'Organization',
    '@id': shopId(shop),
    name: shop.brand,
    url: `${shop.origin}/`,
    logo: `${shop.origin}/favicon.svg`,
    email: shop.supportEmail,
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: shop.refundWindowDays,
      returnFees: 'https://schema.org/FreeReturn',
      merchantReturnLink: `${shop.origin}/refunds`,
    },
  };
}

function offer(product: Priced, url: string): Offer {
  return {
    '@type': 'Offer',
    name: product.name,
    priceCurrency: 'USD',
    price: plainMoney(product.price_in_cents),
    availability: `https://schema.org/${AVAILABILITY[`${product.is_active}`]}`,
    url,
  };
}

/** The home page: one product line, offered between the lowest and the highest price of what is on sale. */
export function shopData(
  shop: Shop,
  shown: Shown,
  offered: readonly { product: Priced; path: string }[],
): Product {
  const onSale = offered.filter(({ product }) => product.is_active);
  const shownOffers = onSale.length > 0 ? onSale : offered;
  const prices = shownOffers.map(({ product }) => product.price_in_cents);
  return {
    '@type': 'Product',
    name: shop.brand,
    ...shown,
    brand: { '@id': shopId(shop) },
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: plainMoney(Math.min(...prices)),
      highPrice: plainMoney(Math.max(...prices)),
      offerCount: prices.length,
      offers: shownOffers.map(({ product, path }) => offer(product, shop.origin + path)),
    },
  };
}

/** The page of one guide. */
export function guideData(shop: Shop, shown: Shown, product: Priced): Product {
  return {
    '@type': 'Product',
    name: product.name,
    ...shown,
    brand: { '@id': shopId(shop) },
    offers: { ...offer(product, shown.url), seller: { '@id': shopId(shop) } },
  };
}

/** A lesson that anyone may read for free, for children of these ages. */
export function lessonData(
  shop: Shop,
  shown: Shown,
  { name, ages }: { name: string; ages: string },
): LearningResource {
  return {
    '@type': 'LearningResource',
    name,
    ...shown,
    learningResourceType: 'lesson',
    isAccessibleForFree: true,
    inLanguage: 'en-US',
    timeRequired: 'PT10M',
    typicalAgeRange: ages.replace('–', '-'),
    publisher: { '@id': shopId(shop) },
  };
}

/** An article that anyone may read for free. */
export function articleData(shop: Shop, shown: Shown, headline: string, published: Date): Article {
  return {
    '@type': 'Article',
    headline,
    description: shown.description,
    image: shown.image,
    mainEntityOfPage: shown.url,
    datePublished: published.toISOString().slice(0, 10),
    isAccessibleForFree: true,
    inLanguage: 'en-US',
    author: { '@id': shopId(shop) },
    publisher: { '@id': shopId(shop) },
  };
}

/** Questions with their answers, as HTML. */
export function faqData(faqs: readonly { question: string; html: string }[], url: string): FAQPage {
  return {
    '@type': 'FAQPage',
    url,
    mainEntity: faqs.map(({ question, html }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: html },
    })),
  };
}

/** The breadcrumbs from the home page to this one. */
export function breadcrumbs(trail: readonly { name: string; url: string }[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, url }, index): ListItem => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}
