import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { GUIDES } from '../catalogue.ts';
import { readBuiltSite } from './built-site.ts';

// In bytes as a browser fetches them. A content network compresses as it answers, so less tightly than can be.
const COMPRESSED = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const sizeOf = (content: string | Buffer): number => brotliCompressSync(content, COMPRESSED).length;

/** More than every page has now, so that an editor may add to it. */
const DOCUMENT_BYTES = 18_000;
/**
 * A page without its words. A server sends 14,100 bytes before it waits for the first answer (ten packets of 1,460 bytes
 * by RFC 6928, less the headers), so this leaves a quarter of that to the words.
 */
const FRAME_BYTES = 14_000;
/** The scripts of a page's islands, whenever they come. The owner's pages also hold a client for what they read. */
const SCRIPT_BYTES = { visitor: 83_500, owner: 96_000 };
const PICTURE_BYTES = 1800;
const FONT_BYTES = 23_800;

/** These pages have no island, and so no script to fetch. */
const PLAIN = '/404 /about /find-purchase /payment-canceled /payment-error /shell';
const CONTENT = ['/', ...GUIDES.map(({ path }) => path), '/lesson', '/about', '/faqs'];

const site = await readBuiltSite();
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** The scripts that a part of a page names with all that they import, each once. */
const scriptsOf = (html: string): ReadonlySet<string> => {
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

/** The page without its words: what an editor writes makes no page too heavy for its budget. */
const frameOf = (html: string): string =>
  html
    .replace(/<script type="application\/ld\+json">[^]*?<\/script>/g, '')
    .replace(/ (?:content|alt|props|aria-label)="[^"]*"/g, '')
    .replace(
      /(<(?:style|script)[^>]*>[^]*?<\/(?:style|script)>)|>[^<]+</g,
      (_, code?: string) => code ?? '><',
    );

test.each(site.pages)('$path is light, and every style stands in it', (page) => {
  const { html } = page;
  expect(sizeOf(html)).toBeLessThanOrEqual(DOCUMENT_BYTES);
  expect(sizeOf(frameOf(html))).toBeLessThanOrEqual(FRAME_BYTES);
  const scripts = [...scriptsOf(html)].map((name) => sizeOf(site.read(`_astro/${name}`)));
  const reader = page.path.startsWith('/admin-') ? 'owner' : 'visitor';
  expect(sum(scripts)).toBeLessThanOrEqual(SCRIPT_BYTES[reader]);
  for (const [, address = ''] of html.matchAll(/<img[^>]* src="([^"]+)"/g)) {
    expect(sizeOf(site.read(address)), address).toBeLessThanOrEqual(PICTURE_BYTES);
  }
  expect(html.replace(/<noscript>[^]*?<\/noscript>/g, '')).not.toMatch(/<link[^>]*stylesheet/);
});

test.each(PLAIN.split(' '))('%s fetches no script', (path) => {
  expect(scriptsOf(site.pageAt(path).html)).toEqual(new Set());
});

test.each(site.pages)(
  '$path preloads what its islands need that start at once, and nothing else',
  ({ html }) => {
    const islands = html.match(/<astro-island[^>]* client="load"[^>]*>/g) ?? [];
    const links = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    expect(new Set(links.flatMap((link) => /[\w.-]+\.js/.exec(link) ?? []))).toEqual(
      scriptsOf(islands.join('')),
    );
  },
);

test.each(CONTENT)('%s needs nothing else to be painted, not even a picture', (path) => {
  const head = site.pageAt(path).html.replace(/<noscript>[^]*?<\/noscript>/g, '');
  expect(head).not.toMatch(/<img(?![^>]*loading="lazy")/);
  expect(head).not.toMatch(/<link[^>]* rel="(?:preload|modulepreload)"|<script[^>]* src=/);
});

test('underlines keep their thickness apart, since Safari draws none by a shorthand with it', () => {
  expect(site.pageAt('/').html).toContain('text-decoration-thickness:1.5px');
});

test('the fonts are one file of the letters that the shop uses', () => {
  const fonts = [...site.files].filter((file) => file.endsWith('.woff2'));
  expect(sum(fonts.map((file) => site.read(file).length))).toBeLessThanOrEqual(FONT_BYTES);
});
