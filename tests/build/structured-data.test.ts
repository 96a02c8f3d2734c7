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
  const graph: { '@graph': Thing[] } = JSON.parse(script?.textContent ?? '');
  return graph['@graph'];
};
const find = (path: string, type: string): Thing | undefined =>
  thingsOf(site.pageAt(path)).find((thing) => thing['@type'] === type);

/** All values of the given name, however deep they are. */
const valuesOf = (data: unknown, name: string): unknown[] => {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === name ? [value] : valuesOf(value, name),
  );
};

test('every page names the shop, and other things name it by its id', () => {
  for (const page of site.pages) {
    const things = thingsOf(page);
    const id = `${ORIGIN}/#shop`;
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
    expect(new Set(valuesOf(things, '@id')), page.path).toEqual(new Set([id]));
    // What one buyer sees is told to nobody else.
    expect(things.length > 1, page.path).toBe(isPublic(page));
  }
});

const PRICES = ACTIVE.map(({ price_in_cents: cents }) => cents).toSorted((a, b) => a - b);
const freeGuide = GUIDES.find(({ path }) => path === `/${LESSON.guide}`);

/** What a page tells of what it is about. */
const TOLD: readonly (readonly [path: string, type: string, told: object])[] = [
  [
    '/',
    'Product',
    {
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'USD',
        lowPrice: plainDollars(PRICES[0] ?? 0),
        highPrice: plainDollars(PRICES.at(-1) ?? 0),
        offerCount: ACTIVE.length,
      },
    },
  ],
  ...GUIDES.map(
    ({ path, product }) =>
      [
        path,
        'Product',
        {
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
        },
      ] as const,
  ),
  [
    '/lesson',
    'LearningResource',
    {
      name: LESSON.heading,
      url: `${ORIGIN}/lesson`,
      isAccessibleForFree: true,
      typicalAgeRange: freeGuide?.ages.replace('–', '-'),
    },
  ],
];

test.each(TOLD)('%s is a %s', (path, type, told) => {
  expect(find(path, type)).toMatchObject(told);
});

test('the FAQ page tells the questions and answers that stand on it, in their order', () => {
  const told = valuesOf(find('/faqs', 'FAQPage'), 'mainEntity')[0] as {
    name: string;
    acceptedAnswer: { text: string };
  }[];
  const items = site.pageAt('/faqs').document.querySelectorAll('details[name="faqs"]');
  const shown = items.map((item) => [
    readable(item.querySelector('summary')?.textContent ?? ''),
    readable(item.querySelector('.prose')?.textContent ?? ''),
  ]);
  expect(shown).toHaveLength(FAQ.count);
  expect(
    told.map(({ name, acceptedAnswer: { text } }) => [
      name,
      readable(text.replace(/<[^>]*>/g, '')),
    ]),
  ).toEqual(shown);
});

test('every page but the home page says where it stands below it', () => {
  for (const { path, document } of publicPages) {
    const heading = readable(document.querySelector('h1')?.textContent ?? '');
    const places = [
      { '@type': 'ListItem', position: 1, name: SITE.brand, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: heading, item: ORIGIN + path },
    ];
    const told = find(path, 'BreadcrumbList')?.['itemListElement'];
    expect(told, path).toEqual(path === '/' ? undefined : places);
  }
});

const PRODUCT_NAMES: ReadonlySet<unknown> = new Set(PRODUCTS.map(({ name }) => name));
const plain = (html: unknown): string =>
  readable(String(html).replace(/<[^>]*>/g, ' ')).replaceAll('–', '-');

test('whatever a page tells, it also shows: names, prices and descriptions', () => {
  for (const page of publicPages) {
    const things = thingsOf(page);
    const shown = plain(visibleText(page));
    const described = plain(attribute(page, 'meta[name="description"]', 'content'));
    // A product is named as on the payment page, which need not be the words of its own page.
    const names = valuesOf(things, 'name').filter((name) => !PRODUCT_NAMES.has(name));
    for (const name of names) expect(shown, page.path).toContain(plain(name));
    for (const price of ['price', 'lowPrice', 'highPrice'].flatMap((of) => valuesOf(things, of))) {
      expect(shown, page.path).toContain(`$${price}`);
    }
    for (const words of valuesOf(things, 'description')) {
      expect(`${shown} ${described}`, page.path).toContain(plain(words));
    }
  }
});
