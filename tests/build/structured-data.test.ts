import { expect, test } from 'vitest';
import { ACTIVE, FAQ, GUIDES, SITE, centsOf, plainDollars, productOf } from '../catalogue.ts';
import { typeErrors } from '../json-types.ts';
import { type BuiltPage, isPublic, readBuiltSite, readable } from './built-site.ts';
import { ORIGIN } from './deployed.ts';

type Thing = { '@type': string; '@id'?: string; name?: string; [key: string]: unknown };

const site = await readBuiltSite();

const jsonOf = (page: BuiltPage): string => {
  const [script, ...more] = page.document.querySelectorAll('script[type="application/ld+json"]');
  expect(more, page.path).toEqual([]);
  return script?.textContent ?? '';
};
const thingsOf = (page: BuiltPage): Thing[] => {
  const graph: { '@graph': Thing[] } = JSON.parse(jsonOf(page));
  return graph['@graph'];
};
const find = (page: BuiltPage, type: string): Thing | undefined =>
  thingsOf(page).find((thing) => thing['@type'] === type);
const publicPages = (): BuiltPage[] => site.pages.filter(isPublic);

/** All values of the given name, however deep they are. */
const valuesOf = (data: unknown, name: string): unknown[] => {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === name ? [value] : valuesOf(value, name),
  );
};

test('all that the pages tell search engines is schema.org, by its own types', () => {
  const written = Object.fromEntries(
    site.pages.map((page) => [page.path.slice(1) || 'home', { type: 'Graph', json: jsonOf(page) }]),
  );
  const errors = typeErrors("import type { Graph } from 'schema-dts'", written);
  for (const name of Object.keys(written)) expect(errors[name], name).toEqual([]);
});

test('every page names the shop, the same everywhere, and other things name it by its id', () => {
  for (const page of site.pages) {
    const shop = find(page, 'Organization');
    expect(shop, page.path).toEqual({
      '@type': 'Organization',
      '@id': `${ORIGIN}/#shop`,
      name: SITE.brand,
      url: `${ORIGIN}/`,
      logo: expect.stringMatching(ORIGIN),
      email: SITE.supportEmail,
      hasMerchantReturnPolicy: expect.objectContaining({
        merchantReturnDays: SITE.refundWindowDays,
        merchantReturnLink: `${ORIGIN}/refunds`,
      }),
    });
    for (const id of valuesOf(thingsOf(page), '@id')) expect(id).toBe(shop?.['@id']);
  }
});

test('pages of one buyer tell search engines who the shop is, and nothing else', () => {
  for (const page of site.pages.filter((candidate) => !isPublic(candidate))) {
    expect(thingsOf(page), page.path).toHaveLength(1);
  }
});

const PRICES = ACTIVE.map(({ price_in_cents: cents }) => cents).toSorted((a, b) => a - b);

test('the home page is a product offered as often as the shop has products, at their prices', () => {
  const product = find(site.pageAt('/'), 'Product');
  expect(product?.['offers']).toMatchObject({
    '@type': 'AggregateOffer',
    priceCurrency: 'USD',
    lowPrice: plainDollars(PRICES[0] ?? 0),
    highPrice: plainDollars(PRICES.at(-1) ?? 0),
    offerCount: ACTIVE.length,
  });
  expect(valuesOf(product?.['offers'], 'price').toSorted((a, b) => Number(a) - Number(b))).toEqual(
    PRICES.map(plainDollars),
  );
});

test.each(GUIDES)('$path is a product for the price of its guide', ({ path, product }) => {
  expect(find(site.pageAt(path), 'Product')).toMatchObject({
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
});

test('the FAQ page tells the questions and answers that stand on it, in their order', () => {
  const page = site.pageAt('/faqs');
  const told = find(page, 'FAQPage')?.['mainEntity'] as {
    name: string;
    acceptedAnswer: { text: string };
  }[];
  const shown = page.document.querySelectorAll('details[name="faqs"]').map((item) => ({
    question: readable(item.querySelector('summary')?.textContent ?? ''),
    answer: readable(item.querySelector('.prose')?.textContent ?? ''),
  }));
  expect(told).toHaveLength(FAQ.count);
  expect(told.map(({ name }) => name)).toEqual(shown.map(({ question }) => question));
  const answers = told.map(({ acceptedAnswer }) =>
    readable(acceptedAnswer.text.replace(/<[^>]*>/g, '')),
  );
  expect(answers).toEqual(shown.map(({ answer }) => answer));
});

test('every page but the home page says where it stands below it', () => {
  expect(find(site.pageAt('/'), 'BreadcrumbList')).toBe(undefined);
  for (const page of publicPages().filter(({ path }) => path !== '/')) {
    const heading = readable(page.document.querySelector('h1')?.textContent ?? '');
    expect(find(page, 'BreadcrumbList')?.['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: SITE.brand, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: heading, item: ORIGIN + page.path },
    ]);
  }
});
