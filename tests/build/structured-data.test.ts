import { expect, test } from 'vitest';
import { ARTICLES, FAQ, GUIDES, LESSONS, PRODUCTS, SITE, plainDollars } from '../catalog.ts';
import { attribute, isPublic, readBuiltSite, readable, visibleText } from './built-site.ts';
import { OFFERED, ORIGIN } from './deployed.ts';

type Thing = { '@type': string; [key: string]: unknown };

/** A time with a time zone, in ISO 8601. */
const MOMENT = /^\d{4}-\d\d-\d\dT00:00:00[+-]\d\d:\d\d$/;

const site = await readBuiltSite();
const pages = site.pages.map((page) => {
  const scripts = page.document.querySelectorAll('script[type="application/ld+json"]');
  const graphs = scripts.map((script) => JSON.parse(script.textContent));
  const things: Thing[] = graphs.flatMap((graph) => graph['@graph']);
  return Object.assign(page, { things, isPublic: isPublic(page) });
});

/** All values of the given names, however deep they are. */
const valuesOf = (data: unknown, ...names: string[]): unknown[] => {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    names.includes(key) ? [value] : valuesOf(value, ...names),
  );
};

test('every page describes the shop, and only a public page more: itself and its place in the site', () => {
  for (const { path, document, things, ...page } of pages) {
    expect(things[0], path).toMatchObject({
      '@type': 'Organization',
      name: SITE.brand,
      url: `${ORIGIN}/`,
      email: SITE.supportEmail,
      hasMerchantReturnPolicy: {
        merchantReturnDays: SITE.refundWindowDays,
        merchantReturnLink: `${ORIGIN}/refunds`,
      },
    });
    expect(new Set(valuesOf(things, '@id')), path).toEqual(new Set([`${ORIGIN}/#shop`]));
    expect(things.length > 1, path).toBe(page.isPublic);
    const heading = readable(document.querySelector('h1')?.textContent ?? '');
    const places = [
      { '@type': 'ListItem', position: 1, name: SITE.brand, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: heading, item: ORIGIN + path },
    ];
    const isBelow = page.isPublic && path !== '/';
    expect(valuesOf(things, 'itemListElement'), path).toEqual(isBelow ? [places] : []);
  }
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

test.each<[path: string, type: string, expected: object]>([
  ['/', 'Product', { offers: HOME_OFFERS }],
  ...GUIDES.map((guide): [string, string, object] => [guide.path, 'Product', guideData(guide)]),
  ...LESSONS.map(({ path }): [string, string, object] => [
    path,
    'LearningResource',
    { url: ORIGIN + path, isAccessibleForFree: true },
  ]),
  ...ARTICLES.map((at): [string, string, object] => [
    at,
    'Article',
    {
      mainEntityOfPage: ORIGIN + at,
      datePublished: expect.stringMatching(MOMENT),
      dateModified: expect.stringMatching(MOMENT),
    },
  ]),
  ['/faqs', 'FAQPage', { mainEntity: Array.from({ length: FAQ.count }, () => QUESTION) }],
])('%s is a %s', (path, type, expected) => {
  const things = pages.find((page) => page.path === path)?.things ?? [];
  expect(things.find((thing) => thing['@type'] === type)).toMatchObject(expected);
});

const PRODUCT_NAMES: ReadonlySet<unknown> = new Set(PRODUCTS.map(({ name }) => name));
const plain = (html: unknown): string =>
  readable(String(html).replace(/<[^>]*>/g, ' ')).replaceAll('–', '-');

test('a page shows everything in its structured data: names, prices, answers and descriptions', () => {
  for (const page of pages.filter((one) => one.isPublic)) {
    const description = attribute(page, 'meta[name="description"]', 'content');
    const shown = plain(`${visibleText(page)} ${description}`);
    // A product has its name from the payment page, which may differ from the words of its own page.
    const words = valuesOf(page.things, 'name', 'text', 'description');
    const isOffSale = JSON.stringify(page.things).includes('OutOfStock');
    const prices = isOffSale ? [] : valuesOf(page.things, 'price', 'lowPrice', 'highPrice');
    const expected = [...words, ...prices.map((price) => `$${price}`)];
    for (const one of expected.filter((name) => !PRODUCT_NAMES.has(name))) {
      expect(shown, page.path).toContain(plain(one));
    }
  }
});
