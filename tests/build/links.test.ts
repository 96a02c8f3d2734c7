import { expect, test } from 'vitest';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { ARTICLES } from '../catalog.ts';
import { attribute, readBuiltSite, readable } from './built-site.ts';
import { ORIGIN } from './deployed.ts';

const site = await readBuiltSite();
const functions = (await loadRoutes()).filter(({ name }) => name !== 'not-found');

/** Addresses in attributes, styles, meta tags and structured data. */
const ADDRESSES = [
  / (?:href|src|action|poster|component-url|renderer-url)="([^"]*)"/g,
  /(?:srcset="|(?<=srcset="[^"]*), )([^" ]+)/g,
  /url\(["']?([^"')]+)/g,
  // An @id in structured data is only a name.
  new RegExp(`(?<!"@id":"[^"]*)(${ORIGIN}[^"'<\\s]*)`, 'g'),
];

const addressesIn = (text: string): string[] =>
  ADDRESSES.flatMap((pattern) => Array.from(text.matchAll(pattern))).map(([, address = '']) =>
    readable(address),
  );

const exists = (address: string, from: string): boolean => {
  if (/^(mailto:\S+@|data:)/.test(address)) return true;
  const { origin, pathname, hash, href } = new URL(address, `${ORIGIN}${from}`);
  if (origin !== ORIGIN) return address.startsWith('https://');
  const page = site.pages.find((candidate) => candidate.path === pathname);
  if (page) return hash === '' || page.html.includes(` id="${hash.slice(1)}"`);
  return site.files.has(pathname) || functions.some(({ claims }) => claims(href));
};

const styles = [...site.files].filter((file) => file.endsWith('.css'));
const sources = [
  ...site.pages.map((page) => ({ from: page.path, text: page.html })),
  ...styles.map((file) => ({ from: file, text: site.read(file).toString() })),
];

test.each(sources)('finds no broken link in $from', (source) => {
  const { from, text } = source;
  expect(addressesIn(text).filter((address) => !exists(address, from))).toEqual([]);
});

const feed = site.read('articles/feed.xml').toString();

test('lists every article in the feed', () => {
  const links = [...feed.matchAll(/<link>(.+?)<\/link>/g)].map(([, link]) => link);
  expect(links.toSorted()).toEqual([ORIGIN, ...ARTICLES.map((path) => ORIGIN + path)].toSorted());
});

// Feed readers show the articles outside the site.
test('uses only absolute URLs in the feed', () => {
  const inArticles = [...feed.matchAll(/href=(?:"|&quot;)([^"&]*)/g)].map(([, to = '']) => to);
  expect(inArticles.length).toBeGreaterThan(0);
  expect(inArticles.filter((to) => !URL.canParse(to))).toEqual([]);
});

test.each(['/articles', ...ARTICLES])('links to the feed on %s', (path) => {
  const link = attribute(site.pageAt(path), 'link[type="application/rss+xml"]', 'href');
  expect(link).toBe('/articles/feed.xml');
});
