import { expect, test } from 'vitest';
import {
  ACTIVE,
  ARTICLES,
  FAQ,
  GUIDES,
  PRODUCTS,
  SITE,
  centsOf,
  plainDollars,
} from '../catalogue.ts';
import { attribute, isPublic, readBuiltSite, readable, visibleText } from './built-site.ts';
import { ORIGIN } from './deployed.ts';

type Thing = { '@type': string; [key: string]: unknown };

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

test('every page names the shop by its id, a public page where it stands, and no other page more', () => {
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

const PRICES = ACTIVE.map(({ price_in_cents: cents }) => cents);
const HOME_OFFERS = {
  '@type': 'AggregateOffer',
  priceCurrency: 'USD',
  lowPrice: plainDollars(Math.min(...PRICES)),
  highPrice: plainDollars(Math.max(...PRICES)),
  offerCount: ACTIVE.length,
};
const QUESTION = { '@type': 'Question', acceptedAnswer: { '@type': 'Answer' } };
const guideData = ({ path, product }: (typeof GUIDES)[number]) => ({
  url: ORIGIN + path,
  image: `${ORIGIN}/og${path}.png`,
  offers: {
    '@type': 'Offer',
    price: plainDollars(centsOf(product)),
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    url: ORIGIN + path,
  },
});

test.each<[path: string, type: string, told: object]>([
  ['/', 'Product', { offers: HOME_OFFERS }],
  ...GUIDES.map((guide): [string, string, object] => [guide.path, 'Product', guideData(guide)]),
  ['/lesson', 'LearningResource', { url: `${ORIGIN}/lesson`, isAccessibleForFree: true }],
  ...ARTICLES.map((at): [string, string, object] => [
    at,
    'Article',
    { mainEntityOfPage: ORIGIN + at, datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ]),
  ['/faqs', 'FAQPage', { mainEntity: Array.from({ length: FAQ.count }, () => QUESTION) }],
])('%s is a %s', (path, type, told) => {
  const things = pages.find((page) => page.path === path)?.things ?? [];
  expect(things.find((thing) => thing['@type'] === type)).toMatchObject(told);
});

const PRODUCT_NAMES: ReadonlySet<unknown> = new Set(PRODUCTS.map(({ name }) => name));
const plain = (html: unknown): string =>
  readable(String(html).replace(/<[^>]*>/g, ' ')).replaceAll('–', '-');

test('whatever a page tells, it also shows: names, prices, answers and descriptions', () => {
  for (const page of pages.filter((one) => one.isPublic)) {
    const description = attribute(page, 'meta[name="description"]', 'content');
    const shown = plain(`${visibleText(page)} ${description}`);
    // A product is named as on the payment page, which need not be the words of its own page.
    const words = valuesOf(page.things, 'name', 'text', 'description');
    const prices = valuesOf(page.things, 'price', 'lowPrice', 'highPrice');
    const told = [...words, ...prices.map((price) => `$${price}`)];
    for (const one of told.filter((name) => !PRODUCT_NAMES.has(name))) {
      expect(shown, page.path).toContain(plain(one));
    }
  }
});
