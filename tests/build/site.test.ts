import { type HtmlElement, HtmlValidate, StaticConfigLoader } from 'html-validate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import {
  ARTICLES,
  CONTENT_PAGES,
  GUIDES,
  LESSONS,
  PRODUCTS,
  SITE,
  fieldsOf,
  productOf,
} from '../catalog.ts';
import { attribute, isPublic, readBuiltSite, readable, visibleText } from './built-site.ts';
import { OFFERED, OFF_SALE, ORIGIN, SECRETS } from './deployed.ts';

const site = await readBuiltSite();

const PUBLIC = CONTENT_PAGES.toSorted();
/** Pages for one buyer or the owner, and templates. */
const PRIVATE =
  '/404 /admin-orders /admin-upload /guide-download /payment-canceled /payment-error /payment-success /present /shell';

/** Addresses in attributes, styles, meta tags and structured data. */
const ADDRESSES = [
  / (?:href|src|action|poster|component-url|renderer-url)="([^"]*)"/g,
  /(?:srcset="|(?<=srcset="[^"]*), )([^" ]+)/g,
  /url\(["']?([^"')]+)/g,
  // An @id of structured data is only a name.
  new RegExp(`(?<!"@id":"[^"]*)(${ORIGIN}[^"'<\\s]*)`, 'g'),
];

const valueOf = (element: HtmlElement | null, name: string): string =>
  readable(element?.getAttributeValue(name) ?? '');

test('every address in a page or a stylesheet exists, including its hash', async () => {
  const functions = (await loadRoutes()).filter(({ name }) => name !== 'not-found');
  const isThere = (address: string, from: string): boolean => {
    if (/^(mailto:\S+@|data:)/.test(address)) return true;
    const { origin, pathname, hash, href } = new URL(address, `${ORIGIN}${from}`);
    if (origin !== ORIGIN) return address.startsWith('https://');
    const page = site.pages.find((candidate) => candidate.path === pathname);
    if (page) return hash === '' || page.html.includes(` id="${hash.slice(1)}"`);
    return site.files.has(pathname) || functions.some(({ claims }) => claims(href));
  };
  const styles = [...site.files].filter((file) => file.endsWith('.css'));
  const sources = [
    ...site.pages.map((page) => [page.path, page.html] as const),
    ...styles.map((file) => [file, site.read(file).toString()] as const),
  ];
  for (const [from, text] of sources) {
    const named = ADDRESSES.flatMap((pattern) => Array.from(text.matchAll(pattern)));
    const addresses = named.map(([, address = '']) => readable(address));
    expect(
      addresses.filter((address) => !isThere(address, from)),
      from,
    ).toEqual([]);
  }
});

test.each(ARTICLES)('%s links to the free lesson of its guide', (path) => {
  const { guide } = fieldsOf<{ guide: string }>(`${path.slice(1)}.md`);
  const lesson = LESSONS.find((one) => one.guide === guide);
  const link = site.pageAt(path).document.querySelector(`main a[href="${lesson?.path}"]`);
  expect(readable(link?.textContent ?? '')).toContain('Try a whole lesson');
});

test('the feed has every article with links that a feed reader can follow, and its page names the feed', () => {
  const feed = site.read('articles/feed.xml').toString();
  const links = [...feed.matchAll(/<link>(.+?)<\/link>/g)].map(([, link]) => link);
  const articles = ARTICLES.map((at) => ORIGIN + at);
  expect(links.toSorted()).toEqual([ORIGIN, ...articles].toSorted());
  const inArticles = [...feed.matchAll(/href=(?:"|&quot;)([^"&]*)/g)].map(([, to = '']) => to);
  expect(inArticles.filter((to) => !URL.canParse(to))).toEqual([]);
  for (const path of ['/articles', ...ARTICLES]) {
    const feedLink = attribute(site.pageAt(path), 'link[type="application/rss+xml"]', 'href');
    expect(feedLink, path).toBe('/articles/feed.xml');
  }
});

test('every page is valid HTML', async () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({ elements: ['html5'], extends: ['html-validate:standard'] }),
  );
  // Astro's own style beside the first island, at a place that HTML does not allow.
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
    const { document, path: at } = page;
    const title = readable(document.querySelector('title')?.textContent ?? '');
    const description = attribute(page, 'meta[name="description"]', 'content');
    const headings = document.querySelectorAll('h1').filter((one) => !one.closest('noscript'));
    expect(title, at).toContain(SITE.brand);
    expect(title.length, title).toBeLessThan(60);
    expect(description, at).toMatch(/^.{21,160}$/);
    expect(headings, at).toHaveLength(1);
    expect(headings[0]?.textContent.trim(), at).not.toBe('');
    expect(attribute(page, 'link[rel="canonical"]', 'href')).toBe(ORIGIN + at);
    return [title, description];
  });
  // As the doctor finds it.
  expect(site.pageAt('/').html).toContain(`rel="canonical" href="${ORIGIN}/"`);
  expect(new Set(heads.flat()).size).toBe(2 * site.pages.length);
});

test.each([
  ['/payment-error', 'Nothing was charged.'],
  ['/admin-upload', 'This page needs JavaScript'],
  ['/admin-orders', 'This page needs JavaScript'],
])('without JavaScript %s says "%s"', (at, words) => {
  const { html } = site.pageAt(at);
  expect(readable(html)).toContain(words);
  expect(html).not.toMatch(/<main(?![^>]*needs-js)[^>]*><h1[^>]*>One moment/);
});

test('a shop without an ad service has no tag, no question and no page for one', () => {
  const built = [...site.files].filter((file) => /\.(html|js|css|xml|txt)$/.test(file));
  const sources = [
    ...site.pages.map(({ path, html }) => [path, html] as const),
    ...built.map((file) => [file, site.read(file).toString()] as const),
  ];
  for (const [from, text] of sources) {
    expect(from).not.toContain('conversion');
    expect(text, from).not.toMatch(/googletagmanager|doubleclick|ad service, Google|<iframe/);
  }
});

test('search engines may list the public pages and no other', () => {
  const paths = site.pages.filter(isPublic).map((page) => page.path);
  expect(paths.toSorted()).toEqual(PUBLIC);
  const others = site.pages.filter((page) => !isPublic(page));
  expect(others.map((page) => page.path).toSorted()).toEqual(PRIVATE.split(' '));
  for (const page of others) {
    // The plain login of the owner's pages needs an Origin header.
    const referrer = page.path.startsWith('/admin-') ? 'same-origin' : 'no-referrer';
    expect(attribute(page, 'meta[name="referrer"]', 'content'), page.path).toBe(referrer);
  }
  const listed = (file: string): string[] =>
    site
      .read(file)
      .toString()
      .match(/(?<=<loc>)[^<]+/g) ?? [];
  expect(site.read('robots.txt').toString()).toContain(`Sitemap: ${ORIGIN}/sitemap-index.xml\n`);
  const parts = listed('sitemap-index.xml').map((address) => new URL(address).pathname);
  expect(parts.flatMap(listed).toSorted()).toEqual(PUBLIC.map((at) => ORIGIN + at));
});

const fits = (pathname: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new URLPattern(pattern, ORIGIN).test(pathname, ORIGIN));

test('a browser may fetch each public page ahead, and no other address', () => {
  const rules = /<script type="speculationrules">(.+?)<\/script>/;
  const addresses = [
    ...site.pages.map((page) => page.path),
    '/api/files/none',
    '/covers/bundle.png',
  ];
  for (const { path: at, html } of site.pages.filter(isPublic)) {
    const { prefetch } = JSON.parse(rules.exec(html)?.[1] ?? '{}');
    const [{ where }] = prefetch;
    const [{ href_matches: listed }, { not: excluded }] = where.and;
    const ahead = addresses.filter(
      (address) => fits(address, listed) && !fits(address, [excluded.href_matches]),
    );
    expect(ahead.toSorted(), at).toEqual(PUBLIC);
    expect(prefetch, at).toHaveLength(1);
  }
});

test('a product that is off sale is offered on no page, and its own pages say so', () => {
  const onSale = OFFERED.filter((product) => product.is_active);
  const offered = site.pages.flatMap(({ html }) =>
    [...html.matchAll(/name="productType" value="(\w+)"/g)].map(([, type]) => type),
  );
  expect(new Set(offered)).toEqual(new Set(onSale.map(({ product_type: type }) => type)));
  expect(visibleText(site.pageAt(OFF_SALE?.path ?? ''))).toContain('isn’t for sale right now');
  expect(visibleText(site.pageAt('/')).match(/Not for sale/g)).toHaveLength(1);
  expect(visibleText(site.pageAt('/'))).toContain(' plus tax');
  for (const at of ['/present', GUIDES[0]?.path ?? '']) {
    expect(visibleText(site.pageAt(at)), at).not.toContain(OFF_SALE?.title);
  }
});

test('a shop that sends no mail promises none, and names the address to write to', () => {
  for (const page of site.pages.filter((one) => !one.path.startsWith('/admin-'))) {
    const promise = /.{0,40}(?:\be?-?mail(?:s|ed)?\b(?! address)|\bspam\b|Resend).{0,40}/.exec(
      visibleText(page).replaceAll(/don’t send it by email|settled in one email/g, ''),
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

test('the built site contains no secret of the server, by value or name, and no path of this machine', () => {
  const machine = ['localhost', ROOT, site.directory.replace(/\/dist$/, '')];
  const kept = [...Object.entries(SECRETS).flat(), ...machine];
  for (const file of site.files) {
    const content = site.read(file).toString('latin1');
    const found = kept.filter((words) => content.includes(words));
    expect(found, file).toEqual([]);
  }
});

test('browsers without SVG get an icon, and every product has a light cover for emails', async () => {
  const icon = await sharp(site.read('/favicon.ico')).metadata();
  expect(icon).toMatchObject({ format: 'png', width: 32, height: 32 });
  const covers = PRODUCTS.map(({ product_type: type }) => site.read(`/covers/${type}.png`));
  for (const cover of covers) {
    expect(await sharp(cover).metadata()).toMatchObject({ format: 'png', width: 288, height: 384 });
    expect(cover.length).toBeLessThan(12_000); // phones load one with each email
  }
  expect(new Set(covers.map((cover) => cover.toString('latin1'))).size).toBe(covers.length);
});

test.each(GUIDES)('$path has the lessons of "preview" in full', ({ path, preview }) => {
  const shown = visibleText(site.pageAt(path));
  for (const { read, together } of preview) {
    expect(shown).toContain(readable(read));
    expect(shown).toContain(readable(together));
  }
});

test.each(GUIDES)('$path links to the free lesson of the guide by its ages', ({ path, ages }) => {
  const lesson = LESSONS.find(({ guide }) => path === `/${guide}`);
  const link = site.pageAt(path).document.querySelector(`main a[href="${lesson?.path}"]`);
  const words = readable(link?.textContent ?? '').replaceAll('\u2060', '');
  expect(words.trim()).toBe(`Try a whole lesson for ages ${ages}, free`);
});

describe.each(LESSONS)('$path', (lesson) => {
  const page = site.pageAt(lesson.path);
  const guide = GUIDES.find(({ path }) => path === `/${lesson.guide}`);
  if (!guide) throw new Error(`${lesson.path} names no guide.`);

  test('has the whole lesson', () => {
    const inGuide = guide.preview.find((one) => one.lesson === lesson.lesson);
    const said = inGuide?.script.map(({ child, you }) => child ?? you ?? '') ?? [];
    const steps = lesson.steps.flatMap(({ title, text }) => [title, text]);
    const words = [lesson.heading, ...lesson.need, inGuide?.read ?? '', ...steps, ...said];
    for (const one of words) expect(visibleText(page)).toContain(readable(one));
  });

  test('sells its guide, if it is for sale', () => {
    const { product_type: type } = productOf(guide.product);
    const sold = page.document
      .querySelector('main [name="productType"]')
      ?.getAttributeValue('value');
    expect(sold).toBe(guide.path === OFF_SALE?.path ? undefined : type);
  });

  test('links to the free lessons for other ages', () => {
    const others = LESSONS.filter(({ path }) => path !== lesson.path);
    for (const { path } of others) {
      expect(page.document.querySelectorAll(`main a[href="${path}"]`), path).toHaveLength(1);
    }
  });

  test('has the printable of its guide, if there is one', () => {
    const file = guide.printable && '/printables/jar-labels.pdf';
    expect(page.document.querySelector('main a[download]')?.getAttributeValue('href')).toBe(file);
  });
});

test('a guide shows its pictures of pages, each with a link to a readable one', async () => {
  for (const { path, inside = [] } of GUIDES) {
    const links = site.pageAt(path).document.querySelectorAll('.pages a');
    expect(links, path).toHaveLength(inside.length);
    for (const link of links) {
      const large = await sharp(site.read(valueOf(link, 'href'))).metadata();
      const small = await sharp(site.read(valueOf(link.querySelector('img'), 'src'))).metadata();
      expect(large.width, path).toBeGreaterThanOrEqual(800);
      expect(small.width, path).toBeLessThanOrEqual(400);
      expect(valueOf(link.querySelector('img'), 'alt'), path).not.toBe('');
    }
  }
});

test('a guide without pictures of pages has no section for them', () => {
  for (const { path, inside = [] } of GUIDES) {
    const section = site.pageAt(path).document.querySelector('#look-inside');
    expect(section !== null, path).toBe(inside.length > 0);
  }
});
