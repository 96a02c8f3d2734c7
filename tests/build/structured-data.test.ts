import { describe, expect, test } from 'vitest';
import { ARTICLES, FAQ, GUIDES, LESSONS, PRODUCTS, SITE, plainDollars } from '../catalog.ts';
import { attribute, isPublic, readBuiltSite, readable, visibleText } from './built-site.ts';
import { OFFERED, ORIGIN } from './deployed.ts';

type Thing = { '@type': string; [key: string]: unknown };

/** Midnight with a time zone offset, in ISO 8601. */
const MOMENT = /^\d{4}-\d\d-\d\dT00:00:00[+-]\d\d:\d\d$/;

const site = await readBuiltSite();
const pages = site.pages.map((page) => {
  const scripts = page.document.querySelectorAll('script[type="application/ld+json"]');
  const graphs = scripts.map((script) => JSON.parse(script.textContent));
  const things: Thing[] = graphs.flatMap((graph) => graph['@graph']);
  return Object.assign(page, { things, isPublic: isPublic(page) });
});

/** All values with the given names, at any depth. */
const valuesOf = (data: unknown, ...names: string[]): unknown[] => {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    names.includes(key) ? [value] : valuesOf(value, ...names),
  );
};

describe.each(pages)('the structured data of $path', ({ path, document, things, ...page }) => {
  test('describes the shop first', () => {
    expect(things[0]).toMatchObject({
      '@type': 'Organization',
      name: SITE.brand,
      url: `${ORIGIN}/`,
      email: SITE.supportEmail,
      hasMerchantReturnPolicy: {
        merchantReturnDays: SITE.refundWindowDays,
        merchantReturnLink: `${ORIGIN}/refunds`,
      },
    });
  });

  test('uses @id only for the shop', () => {
    expect(new Set(valuesOf(things, '@id'))).toEqual(new Set([`${ORIGIN}/#shop`]));
  });

  test('describes nothing but the shop unless the page is public', () => {
    expect(things.length > 1).toBe(page.isPublic);
  });

  test('contains breadcrumbs if the page is public and not the home page', () => {
    const heading = readable(document.querySelector('h1')?.textContent ?? '');
    const places = [
      { '@type': 'ListItem', position: 1, name: SITE.brand, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: heading, item: ORIGIN + path },
    ];
    const isBelowHome = page.isPublic && path !== '/';
    expect(valuesOf(things, 'itemListElement')).toEqual(isBelowHome ? [places] : []);
  });
});

const ON_SALE = OFFERED.filter((product) => product.is_active);
const PRICES = ON_SALE.map(({ price_in_cents: cents }) => cents);
const HOME_OFFERS = {
  '@type': 'AggregateOffer',
  priceCurrency: 'USD',
  lowPrice: plainDollars(Math.min(...PRICES)),
  highPrice: plainDollars(Math.max(...PRICES)),
  offerCount: ON_SALE.length,
};
const QUESTION = { '@type': 'Question', acceptedAnswer: { '@type': 'Answer' } };
const guideData = ({ path, product: id }: (typeof GUIDES)[number]) => {
  const product = OFFERED.find((one) => one.id === id);
  return {
    url: ORIGIN + path,
    image: `${ORIGIN}/og${path}.png`,
    offers: {
      '@type': 'Offer',
      price: plainDollars(product?.price_in_cents ?? 0),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product?.is_active ? 'InStock' : 'OutOfStock'}`,
      url: ORIGIN + path,
    },
  };
};

const articleData = (path: string) => ({
  mainEntityOfPage: ORIGIN + path,
  datePublished: expect.stringMatching(MOMENT),
  dateModified: expect.stringMatching(MOMENT),
});

test.each([
  { path: '/', type: 'Product', expected: { offers: HOME_OFFERS } },
  ...GUIDES.map((guide) => ({ path: guide.path, type: 'Product', expected: guideData(guide) })),
  ...LESSONS.map(({ path }) => ({
    path,
    type: 'LearningResource',
    expected: { url: ORIGIN + path, isAccessibleForFree: true },
  })),
  ...ARTICLES.map((path) => ({ path, type: 'Article', expected: articleData(path) })),
  {
    path: '/faqs',
    type: 'FAQPage',
    expected: { mainEntity: Array.from({ length: FAQ.count }, () => QUESTION) },
  },
])('describes $path as $type', ({ path, type, expected }) => {
  const things = pages.find((page) => page.path === path)?.things ?? [];
  expect(things.find((thing) => thing['@type'] === type)).toMatchObject(expected);
});

// Structured data uses the product's name from the payment page. The product's own page may use
// different words.
const PRODUCT_NAMES: ReadonlySet<unknown> = new Set(PRODUCTS.map(({ name }) => name));

/** Text without markup, and with plain dashes. */
const plain = (html: unknown): string =>
  readable(String(html).replace(/<[^>]*>/g, ' ')).replaceAll('–', '-');

describe.each(pages.filter((page) => page.isPublic))('the visible text of $path', (page) => {
  const description = attribute(page, 'meta[name="description"]', 'content');
  const shown = plain(`${visibleText(page)} ${description}`);

  test('shows the names, answers and descriptions from the structured data', () => {
    const words = valuesOf(page.things, 'name', 'text', 'description');
    for (const word of words.filter((name) => !PRODUCT_NAMES.has(name))) {
      expect(shown).toContain(plain(word));
    }
  });

  test('shows the prices from the structured data unless the guide is not for sale', () => {
    const isOffSale = JSON.stringify(page.things).includes('OutOfStock');
    const prices = isOffSale ? [] : valuesOf(page.things, 'price', 'lowPrice', 'highPrice');
    for (const price of prices) expect(shown).toContain(`$${price}`);
  });
});
