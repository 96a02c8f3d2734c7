import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';
import { SITE } from '../catalog.ts';
import { attribute, readBuiltSite, readable } from './built-site.ts';
import { ORIGIN, SECRETS } from './deployed.ts';

const site = await readBuiltSite();

const validator = new HtmlValidate(
  new StaticConfigLoader({ elements: ['html5'], extends: ['html-validate:standard'] }),
);
/** Astro adds this next to the first island, where HTML does not allow a style element. */
const ISLAND_STYLE = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

const titleOf = (page: (typeof site.pages)[number]): string =>
  readable(page.document.querySelector('title')?.textContent ?? '');

const descriptionOf = (page: (typeof site.pages)[number]): string =>
  attribute(page, 'meta[name="description"]', 'content');

describe.each(site.pages)('$path', (page) => {
  test('contains only valid HTML', async () => {
    const { results } = await validator.validateString(page.html.replace(ISLAND_STYLE, ''));
    const messages = results.flatMap((result) => result.messages);
    expect(
      messages.map(({ ruleId, message, selector }) => ({ ruleId, message, selector })),
    ).toEqual([]);
  });

  test('has a title that contains the brand and fits in a search result', () => {
    const title = titleOf(page);
    expect(title).toContain(SITE.brand);
    expect(title.length).toBeLessThan(60);
  });

  test('has a description that fits in a search result', () => {
    expect(descriptionOf(page)).toMatch(/^.{21,160}$/);
  });

  test('has exactly one h1 heading', () => {
    const headings = page.document.querySelectorAll('h1').filter((one) => !one.closest('noscript'));
    expect(headings).toHaveLength(1);
    expect(headings[0]?.textContent.trim()).not.toBe('');
  });

  test('has its own URL as the canonical URL', () => {
    expect(attribute(page, 'link[rel="canonical"]', 'href')).toBe(ORIGIN + page.path);
  });
});

test('gives each page a different title', () => {
  expect(new Set(site.pages.map(titleOf)).size).toBe(site.pages.length);
});

test('gives each page a different description', () => {
  expect(new Set(site.pages.map(descriptionOf)).size).toBe(site.pages.length);
});

test('writes the canonical URL of the home page in the form that npm run doctor expects', () => {
  expect(site.pageAt('/').html).toContain(`rel="canonical" href="${ORIGIN}/"`);
});

describe.each([
  { path: '/payment-error', words: 'Nothing was charged.' },
  { path: '/admin-upload', words: 'This page needs JavaScript' },
  { path: '/admin-orders', words: 'This page needs JavaScript' },
])('$path without JavaScript', ({ path, words }) => {
  const { html } = site.pageAt(path);

  test(`says "${words}"`, () => {
    expect(readable(html)).toContain(words);
  });

  test('does not ask visitors to wait', () => {
    expect(html).not.toMatch(/<main(?![^>]*needs-js)[^>]*><h1[^>]*>One moment/);
  });
});

/** The files that contain one of these strings. */
const filesWith = (texts: readonly string[]): string[] =>
  [...site.files].filter((file) => {
    const content = site.read(file).toString('latin1');
    return texts.some((text) => content.includes(text));
  });

test('does not contain the value of any secret', () => {
  expect(filesWith(Object.values(SECRETS))).toEqual([]);
});

test('does not contain the name of any secret', () => {
  expect(filesWith(Object.keys(SECRETS))).toEqual([]);
});

test('contains no path or address of the machine that built the site', () => {
  const folder = site.directory.replace(/\/dist$/, '');
  expect(filesWith(['localhost', ROOT, folder])).toEqual([]);
});

test('has an icon for browsers without SVG support', async () => {
  const icon = await sharp(site.read('/favicon.ico')).metadata();
  expect(icon).toMatchObject({ format: 'png', width: 32, height: 32 });
});
