import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { GUIDES, LEGAL } from '../catalogue.ts';
import { type BuiltPage, readBuiltSite } from './built-site.ts';
import {
  FIRST_FLIGHT,
  FONT_BYTES,
  LEEWAY,
  PAGES,
  PHONE_BYTES,
  SCRIPT_BYTES,
  type PageBudget,
} from './page-budgets.ts';

const site = await readBuiltSite();

/** A content network packs as it answers, so it does not pack as tightly as can be. */
const PACKED = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** In bytes, as a browser fetches it. */
const sizeOf = (content: string | Buffer): number => brotliCompressSync(content, PACKED).length;
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
const fileOf = (address: string): string => address.replace(/^\//, '');

const scriptSizes = new Map<string, number>();
const scriptSize = (name: string): number => {
  const size = scriptSizes.get(name) ?? sizeOf(site.read(`_astro/${name}`));
  scriptSizes.set(name, size);
  return size;
};

/** The scripts of a page's islands with all that they import, each once. */
const scriptsOf = ({ html }: BuiltPage): ReadonlySet<string> => {
  const found = new Set<string>();
  const follow = (source: string, pattern: RegExp): void => {
    for (const [, name = ''] of source.matchAll(pattern)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(site.read(`_astro/${name}`).toString(), /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)/g);
    }
  };
  follow(html, /\/_astro\/([\w.-]+\.js)/g);
  return found;
};

const picturesOf = ({ html }: BuiltPage): ReadonlySet<string> =>
  new Set([...html.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, address = '']) => address));

const pictureSizes = (page: BuiltPage): number[] =>
  [...picturesOf(page)].map((address) => site.read(fileOf(address)).length);

/** Pictures that are fetched with the page, wherever they stand in it. */
const eagerIn = ({ html }: BuiltPage): string[] =>
  html.match(/<img(?![^>]*loading="lazy")[^>]*>/g) ?? [];

/** The page without its words: what an editor writes makes no page too heavy for its budget. */
const frameOf = (html: string): string =>
  html
    .replace(/<script type="application\/ld\+json">[^]*?<\/script>/g, '')
    .replace(/ (?:content|alt|props|aria-label)="[^"]*"/g, '')
    .replace(
      /(<(?:style|script)[^>]*>[^]*?<\/(?:style|script)>)|>[^<]+</g,
      (_, code?: string) => code ?? '><',
    );

const measure = (page: BuiltPage): PageBudget => {
  const { html } = page;
  const css = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text]) => text).join('');
  const atLoad = /<astro-island[^>]* client="load"/.test(html) ? scriptsOf(page).size : 0;
  return {
    frame: sizeOf(frameOf(html)),
    css: sizeOf(css),
    js: sum([...scriptsOf(page)].map(scriptSize)),
    picture: Math.max(0, ...pictureSizes(page)),
    // The page, its font and its icon.
    requests: 3 + eagerIn(page).length + atLoad,
  };
};

const fontBytes = (): number => {
  const fonts = [...site.files].filter((file) => file.endsWith('.woff2'));
  return sum(fonts.map((file) => site.read(fileOf(file)).length));
};

/** The row of the table for a page: an editor may add guides and legal pages. */
const kindOf = (at: string): string => {
  if (GUIDES.some((guide) => guide.path === at)) return 'a guide';
  return LEGAL.includes(at) ? 'a legal page' : at;
};

/** How each page is now. */
const measured = Object.fromEntries(site.pages.map((page) => [page.path, measure(page)]));

test('no page has grown', () => {
  const table = JSON.stringify(measured, null, 2);
  const kinds = new Set(Object.keys(measured).map(kindOf));
  expect([...kinds].toSorted(), table).toEqual(Object.keys(PAGES).toSorted());
  for (const [path, page] of Object.entries(measured)) {
    for (const [what, bytes] of Object.entries(PAGES[kindOf(path)] ?? {})) {
      const most = what === 'requests' ? bytes : Math.ceil(bytes * LEEWAY);
      const says = `${what} of ${path}: if it is worth it, say so in page-budgets.ts. All of them: ${table}`;
      expect(page[what as keyof PageBudget], says).toBeLessThanOrEqual(most);
    }
  }
});

const CONTENT = ['/', ...GUIDES.map(({ path }) => path), '/lesson', '/about', '/faqs'];

test.each(CONTENT)(
  '%s is painted from the first flight of a connection, and asks for little',
  (path) => {
    const page = site.pageAt(path);
    expect(sizeOf(page.html)).toBeLessThanOrEqual(FIRST_FLIGHT);
    // Nothing else is needed, not even a picture.
    expect(eagerIn(page)).toEqual([]);
    expect(page.html.replace(/<noscript>[^]*?<\/noscript>/g, '')).not.toMatch(
      /<link[^>]* rel="(?:stylesheet|preload|modulepreload)"|<script[^>]* src=/,
    );
    expect(sizeOf(page.html) + sum(pictureSizes(page)) + fontBytes()).toBeLessThanOrEqual(
      PHONE_BYTES,
    );
    expect(measured[path]?.requests).toBeLessThanOrEqual(10);
    expect(measured[path]?.js).toBeLessThanOrEqual(SCRIPT_BYTES);
  },
);

test('the fonts are one file of the letters that the shop uses', () => {
  expect(fontBytes()).toBeLessThanOrEqual(FONT_BYTES);
});
