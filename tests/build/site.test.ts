import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { CONTENT_PAGES, SITE } from '../catalogue.ts';
import { attribute, isPublic, readBuiltSite, readable, visibleText } from './built-site.ts';
import { ORIGIN } from './deployed.ts';
import { addressesOf, deadAddresses, functionPaths } from './links.ts';

const site = await readBuiltSite();

const PUBLIC = CONTENT_PAGES.toSorted();
/** Pages of one buyer, of nobody, or of the shop's owner. */
const PRIVATE =
  '/404 /admin-health /admin-orders /admin-upload /guide-download /payment-canceled /payment-error /payment-success /shell';

test('whatever a page or a stylesheet names is there, down to the place within a page', async () => {
  const functions = await functionPaths();
  const styles = [...site.files].filter((file) => file.endsWith('.css'));
  const named = [
    ...site.pages.map((page) => ({ path: page.path, addresses: addressesOf(page) })),
    ...styles.map((path) => {
      const css = site.read(path).toString();
      return { path, addresses: css.match(/(?<=url\(["']?)[^"')]+/g) ?? [] };
    }),
  ];
  expect(named.flatMap((one) => deadAddresses(one, site, functions))).toEqual([]);
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
    const faults = messages.map(({ ruleId, message, selector }) => ({ ruleId, message, selector }));
    expect(faults, page.path).toEqual([]);
  }
});

test('every page has a title and a description of its own, a heading and its own address', () => {
  const heads = site.pages.map((page) => {
    const { document, path } = page;
    const title = readable(document.querySelector('title')?.textContent ?? '');
    const description = attribute(page, 'meta[name="description"]', 'content');
    const headings = document.querySelectorAll('h1').filter((one) => !one.closest('noscript'));
    expect(title, path).toContain(SITE.brand);
    expect(title.length, title).toBeLessThan(60);
    expect(description, path).toMatch(/^.{21,160}$/);
    expect(
      headings.map(({ textContent }) => textContent.trim() !== ''),
      path,
    ).toEqual([true]);
    expect(attribute(page, 'link[rel="canonical"]', 'href')).toBe(ORIGIN + path);
    return { title, description };
  });
  for (const name of ['title', 'description'] as const) {
    expect(new Set(heads.map((head) => head[name])).size, name).toBe(site.pages.length);
  }
});

test('search engines may list the public pages and no other', () => {
  const paths = site.pages.filter(isPublic).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(PUBLIC);
  const others = site.pages.filter(({ path }) => !PUBLIC.includes(path));
  expect(others.map(({ path }) => path).toSorted()).toEqual(PRIVATE.split(' '));
  for (const page of others) {
    // The plain login of the owner's pages has to say where it comes from.
    const referrer = page.path.startsWith('/admin-') ? 'same-origin' : 'no-referrer';
    expect(attribute(page, 'meta[name="referrer"]', 'content'), page.path).toBe(referrer);
  }
});

test('the sitemap holds the public pages and no other, and robots.txt names it', () => {
  const listed = (file: string): string[] =>
    site
      .read(file)
      .toString()
      .match(/(?<=<loc>)[^<]+/g) ?? [];
  expect(site.read('robots.txt').toString()).toContain(`Sitemap: ${ORIGIN}/sitemap-index.xml\n`);
  const parts = listed('sitemap-index.xml').map((address) => new URL(address).pathname);
  expect(parts.flatMap(listed).toSorted()).toEqual(PUBLIC.map((at) => ORIGIN + at));
});

const NO_PROMISE = /don’t send it by email|settled in one email/g;

test('a shop that sends no mail promises none, and says what to keep and where to write to', () => {
  for (const page of site.pages.filter(({ path }) => !path.startsWith('/admin-'))) {
    const promise = /.{0,40}(?:\be?-?mail(?:s|ed)?\b(?! address)|\bspam\b|Resend).{0,40}/.exec(
      visibleText(page).replaceAll(NO_PROMISE, ''),
    );
    expect(promise?.[0], page.path).toBeUndefined();
    expect(page.html, page.path).not.toContain('href="/find-purchase"');
  }
  expect(visibleText(site.pageAt('/faqs'))).toContain('We don’t send it by email, so save');
  const page = site.pageAt('/find-purchase');
  expect(page.html).not.toContain('<form');
  expect(attribute(page, 'main a', 'href')).toBe(`mailto:${SITE.supportEmail}`);
  expect(visibleText(page)).toContain('Tell us the day you paid and the email address');
});
