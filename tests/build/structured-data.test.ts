import { expect, test } from 'vitest';
import {
  ACTIVE,
  FAQ,
  GUIDES,
  LESSON,
  PRODUCTS,
  SITE,
  centsOf,
  plainDollars,
  productOf,
} from '../catalogue.ts';
import {
  type BuiltPage,
  attribute,
  isPublic,
  readBuiltSite,
  readable,
  visibleText,
} from './built-site.ts';
import { ORIGIN } from './deployed.ts';

type Thing = { '@type': string; [key: string]: unknown };

const site = await readBuiltSite();
const publicPages = site.pages.filter(isPublic);

const thingsOf = (page: BuiltPage): Thing[] => {
  const [script, ...more] = page.document.querySelectorAll('script[type="application/ld+json"]');
  expect(more, page.path).toEqual([]);
  return JSON.parse(script?.textContent ?? '')['@graph'];
};

/** All values of the given name, however deep they are. */
const valuesOf = (data: unknown, name: string): unknown[] => {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === name ? [value] : valuesOf(value, name),
  );
};

test('every page names the shop, other things name it by its id, and a private page tells no more', () => {
  for (const page of site.pages) {
    const things = thingsOf(page);
    expect(things[0], page.path).toMatchObject({
      '@type': 'Organization',
      name: SITE.brand,
      url: `${ORIGIN}/`,
      email: SITE.supportEmail,
      hasMerchantReturnPolicy: {
        merchantReturnDays: SITE.refundWindowDays,
        merchantReturnLink: `${ORIGIN}/refunds`,
      },
    });
    expect(new Set(valuesOf(things, '@id')), page.path).toEqual(new Set([`${ORIGIN}/#shop`]));
    expect(things.length > 1, page.path).toBe(isPublic(page));
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
const guideData = ({ path, product }: (typeof GUIDES)[number]) => ({
  name: productOf(product).name,
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
const lessonData = {
  name: LESSON.heading,
  url: `${ORIGIN}/lesson`,
  isAccessibleForFree: true,
  typicalAgeRange: GUIDES.find(({ path }) => path === `/${LESSON.guide}`)?.ages.replace('–', '-'),
};
const question = { '@type': 'Question', acceptedAnswer: { '@type': 'Answer' } };

test.each<[path: string, type: string, told: object]>([
  ['/', 'Product', { offers: HOME_OFFERS }],
  ...GUIDES.map((guide): [string, string, object] => [guide.path, 'Product', guideData(guide)]),
  ['/lesson', 'LearningResource', lessonData],
  ['/faqs', 'FAQPage', { mainEntity: Array.from({ length: FAQ.count }, () => question) }],
])('%s is a %s', (path, type, told) => {
  const things = thingsOf(site.pageAt(path));
  expect(things.find((thing) => thing['@type'] === type)).toMatchObject(told);
});

test('every page but the home page says where it stands below it', () => {
  for (const page of publicPages) {
    const heading = readable(page.document.querySelector('h1')?.textContent ?? '');
    const places = [
      { '@type': 'ListItem', position: 1, name: SITE.brand, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: heading, item: ORIGIN + page.path },
    ];
    const told = valuesOf(thingsOf(page), 'itemListElement');
    expect(told, page.path).toEqual(page.path === '/' ? [] : [places]);
  }
});

const PRODUCT_NAMES: ReadonlySet<unknown> = new Set(PRODUCTS.map(({ name }) => name));
const plain = (html: unknown): string =>
  readable(String(html).replace(/<[^>]*>/g, ' ')).replaceAll('–', '-');

test('whatever a page tells, it also shows: names, prices, answers and descriptions', () => {
  for (const page of publicPages) {
    const things = thingsOf(page);
    const shown = plain(visibleText(page));
    const described = plain(attribute(page, 'meta[name="description"]', 'content'));
    const of = (...names: string[]): unknown[] => names.flatMap((name) => valuesOf(things, name));
    // A product is named as on the payment page, which need not be the words of its own page.
    const words = of('name', 'text').filter((told) => !PRODUCT_NAMES.has(told));
    const prices = of('price', 'lowPrice', 'highPrice').map((price) => `$${price}`);
    for (const told of [...words, ...prices]) expect(shown, page.path).toContain(plain(told));
    for (const told of of('description')) {
      expect(`${shown} ${described}`, page.path).toContain(plain(told));
    }
  }
});
