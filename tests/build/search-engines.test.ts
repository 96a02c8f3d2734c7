import { describe, expect, test } from 'vitest';
import { CONTENT_PAGES } from '../catalog.ts';
import { attribute, isPublic, readBuiltSite } from './built-site.ts';
import { ORIGIN } from './deployed.ts';

const site = await readBuiltSite();

const PUBLIC = CONTENT_PAGES.toSorted();
/** Pages for one buyer or the owner, and templates. */
const PRIVATE = [
  '/404',
  '/admin-orders',
  '/admin-upload',
  '/guide-download',
  '/payment-canceled',
  '/payment-error',
  '/payment-success',
  '/present',
  '/shell',
];

const publicPages = site.pages.filter(isPublic);
const privatePages = site.pages.filter((page) => !isPublic(page));

test('allows search engines to list the pages from content/', () => {
  expect(publicPages.map((page) => page.path).toSorted()).toEqual(PUBLIC);
});

test('prevents search engines from listing any other page', () => {
  expect(privatePages.map((page) => page.path).toSorted()).toEqual(PRIVATE);
});

test.each(privatePages)('does not reveal the URL of $path to other sites', (page) => {
  // The login form on the owner's pages must send an Origin header, which `no-referrer` would set
  // to "null".
  const expected = page.path.startsWith('/admin-') ? 'same-origin' : 'no-referrer';
  expect(attribute(page, 'meta[name="referrer"]', 'content')).toBe(expected);
});

describe('robots.txt', () => {
  const robots = site.read('robots.txt').toString();

  test('links to the sitemap from robots.txt', () => {
    expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap-index.xml\n`);
  });

  // A crawler that is not allowed to read a page cannot see its noindex.
  test('disallows no page in robots.txt', () => {
    expect(robots).not.toMatch(/^Disallow: *\S/m);
  });
});

/** The URLs in a sitemap file. */
const addressesIn = (file: string): string[] =>
  site
    .read(file)
    .toString()
    .match(/(?<=<loc>)[^<]+/g) ?? [];

test('lists only the public pages in the sitemap', () => {
  const parts = addressesIn('sitemap-index.xml').map((address) => new URL(address).pathname);
  const listed = parts.flatMap(addressesIn);
  expect(listed.toSorted()).toEqual(PUBLIC.map((path) => ORIGIN + path));
});

const matchesAny = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new URLPattern(pattern, ORIGIN).test(path, ORIGIN));

const RULES = /<script type="speculationrules">(.+?)<\/script>/;

test.each(publicPages)('allows browsers to prefetch only public pages from $path', (page) => {
  const { prefetch } = JSON.parse(RULES.exec(page.html)?.[1] ?? '{}');
  const [{ where }] = prefetch;
  const [{ href_matches: included }, { not: excluded }] = where.and;
  const addresses = [
    ...site.pages.map(({ path }) => path),
    '/api/files/none',
    '/covers/bundle.png',
  ];
  const prefetched = addresses.filter(
    (address) => matchesAny(address, included) && !matchesAny(address, [excluded.href_matches]),
  );
  expect(prefetched.toSorted()).toEqual(PUBLIC);
  expect(prefetch).toHaveLength(1);
});
