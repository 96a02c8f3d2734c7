import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { CONTENT_PAGES, PRODUCTS, SITE } from '../catalogue.ts';
import {
  type BuiltPage,
  attribute,
  isPublic,
  readBuiltSite,
  readable,
  visibleText,
} from './built-site.ts';
import { ORIGIN } from './deployed.ts';
import { addressesOf, deadAddresses, functionPaths } from './links.ts';

const site = await readBuiltSite();

/** Phones load it with each email. */
const COVER_BYTES = 12_000;

const PUBLIC = CONTENT_PAGES.toSorted();
/** Pages of one buyer, of nobody, or of the shop's owner. */
const PRIVATE =
  '/404 /admin-health /admin-orders /admin-upload /guide-download /payment-canceled /payment-error /payment-success /shell';

const titleOf = (page: BuiltPage): string =>
  readable(page.document.querySelector('title')?.textContent ?? '');
const publicPages = (): BuiltPage[] => site.pages.filter(isPublic);
const xmlAddresses = (file: string): string[] =>
  [
    ...site
      .read(file)
      .toString()
      .matchAll(/<loc>([^<]+)<\/loc>/g),
  ].map(([, address = '']) => address);

test('whatever a page names is there, down to the place within a page', async () => {
  const functions = await functionPaths();
  const dead = site.pages.flatMap((page) =>
    deadAddresses({ path: page.path, addresses: addressesOf(page) }, site, functions),
  );
  expect(dead).toEqual([]);
  for (const file of [...site.files].filter((name) => name.endsWith('.css'))) {
    const addresses =
      site
        .read(file)
        .toString()
        .match(/(?<=url\(["']?)[^"')]+/g) ?? [];
    expect(deadAddresses({ path: file, addresses }, site, functions)).toEqual([]);
  }
});

test('every page is valid HTML', async () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({ elements: ['html5'], extends: ['html-validate:standard'] }),
  );
  // Astro puts this one style of its own beside the first island, where HTML allows none.
  const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
  for (const page of site.pages) {
    const { results } = await validator.validateString(page.html.replace(islandStyle, ''));
    const messages = results.flatMap((result) => result.messages);
    expect(
      messages.map(({ ruleId, message, selector }) => ({ ruleId, message, selector })),
      page.path,
    ).toEqual([]);
  }
});

test('every page has one heading of the first rank, with words in it', () => {
  for (const page of site.pages) {
    const headings = page.document
      .querySelectorAll('h1')
      .filter((heading) => heading.closest('noscript') === null);
    expect(
      headings.map(({ textContent }) => textContent.trim().length > 0),
      page.path,
    ).toEqual([true]);
  }
});

test('the page of a payment that failed without JavaScript says so', () => {
  expect(visibleText(site.pageAt('/payment-error'))).toContain(
    'Payment error There was an error processing your payment. Please try again.',
  );
});

test('every page has a title of its own with the shop in it, and a description', () => {
  const titles = site.pages.map(titleOf);
  const descriptions = site.pages.map((page) =>
    attribute(page, 'meta[name="description"]', 'content'),
  );
  for (const title of titles) {
    expect(title).toContain(SITE.brand);
    expect(title.length, title).toBeLessThan(60);
  }
  for (const description of descriptions) {
    expect(description.length, description).toBeGreaterThan(20);
    expect(description.length, description).toBeLessThanOrEqual(160);
  }
  for (const all of [titles, descriptions]) expect(new Set(all).size).toBe(site.pages.length);
});

test('every page names its own address as the canonical one', () => {
  for (const page of site.pages) {
    expect(attribute(page, 'link[rel="canonical"]', 'href')).toBe(`${ORIGIN}${page.path}`);
  }
});

test('search engines may list the public pages and no other', () => {
  expect(
    publicPages()
      .map((page) => page.path)
      .toSorted(),
  ).toEqual(PUBLIC);
  const others = site.pages.map((page) => page.path).filter((at) => !PUBLIC.includes(at));
  expect(others.toSorted().join(' ')).toBe(PRIVATE);
  for (const page of site.pages.filter((one) => !PUBLIC.includes(one.path))) {
    // The plain login of the owner's pages has to say where it comes from.
    const referrer = page.path.startsWith('/admin-') ? 'same-origin' : 'no-referrer';
    expect(attribute(page, 'meta[name="referrer"]', 'content'), page.path).toBe(referrer);
  }
});

test('the sitemap holds the public pages and no other, and robots.txt names it', () => {
  const [index = ''] = /(?<=^Sitemap: ).+$/m.exec(site.read('robots.txt').toString()) ?? [];
  expect(index).toBe(`${ORIGIN}/sitemap-index.xml`);
  const parts = xmlAddresses('sitemap-index.xml').map((address) => new URL(address).pathname);
  expect(parts).not.toEqual([]);
  expect(parts.flatMap(xmlAddresses).toSorted()).toEqual(PUBLIC.map((at) => ORIGIN + at));
});

type Pictures = {
  readonly files: readonly string[];
  readonly size: readonly [width: number, height: number];
  readonly most: number;
};

const PICTURES: Readonly<Record<string, Pictures>> = {
  'every public page to be shared with': {
    files: publicPages().map((page) => {
      const { origin, pathname } = new URL(attribute(page, 'meta[property="og:image"]', 'content'));
      return origin === ORIGIN ? pathname : '';
    }),
    size: [1200, 630],
    most: Infinity,
  },
  'every product for emails': {
    files: PRODUCTS.map(({ product_type: type }) => `/covers/${type}.png`),
    size: [288, 384],
    most: COVER_BYTES,
  },
};

test.each(Object.entries(PICTURES))(
  'there is a picture of its own of %s',
  (_of, { files, size, most }) => {
    const pictures = files.map((file) => site.read(file));
    for (const picture of pictures) {
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(size);
      expect(picture.length).toBeLessThan(most);
    }
    const distinct = new Set(pictures.map((picture) => picture.toString('latin1')));
    expect(distinct.size).toBe(files.length);
  },
);

const NO_PROMISE = /don’t send it by email|settled in one email/g;

test('a shop that sends no mail promises none, and says what to keep', () => {
  for (const page of site.pages.filter(({ path }) => !path.startsWith('/admin-'))) {
    const promise = /.{0,40}(?:\be?-?mail(?:s|ed)?\b(?! address)|\bspam\b|Resend).{0,40}/.exec(
      visibleText(page).replaceAll(NO_PROMISE, ''),
    );
    expect(promise?.[0], page.path).toBeUndefined();
    expect(page.html, page.path).not.toMatch(/\{with/);
  }
  expect(visibleText(site.pageAt('/faqs'))).toContain('We don’t send it by email, so save');
});

test('a shop that sends no mail leads nobody to ask for one, and says there where to write to', () => {
  const page = site.pageAt('/find-purchase');
  expect(page.html).not.toContain('<form');
  expect(attribute(page, 'main a', 'href')).toBe(`mailto:${SITE.supportEmail}`);
  expect(visibleText(page)).toContain('Tell us the day you paid and the email address');
  for (const { path, html } of site.pages) {
    expect(html, path).not.toContain('href="/find-purchase"');
  }
});
