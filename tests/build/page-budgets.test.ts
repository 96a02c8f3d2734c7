import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { CONTENT_PAGES } from '../catalog.ts';
import { readBuiltSite, readable } from './built-site.ts';

// In bytes as a browser fetches them. A content network compresses at each answer, and so less tightly than it could.
const COMPRESSED = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const sizeOf = (content: string | Buffer): number => brotliCompressSync(content, COMPRESSED).length;

/** Larger than any page, so that an editor may add to it. */
const DOCUMENT_BYTES = 17_000;
/** The limit of a page without its words and its policy. */
const FRAME_BYTES = 10_200;
/** All scripts of a page's islands. The owner's pages also have a query client. */
const SCRIPT_BYTES = { visitor: 84_000, owner: 100_000 };
const PICTURE_BYTES = 1800;
/** An owner's cover may be a photo. */
const COVER_BYTES = 30_000;
/** Pictures of printed pages, which a browser loads when they are in view. */
const PRINTED_BYTES = 30_000;
const FONT_BYTES = 23_800;

/** Pages without islands. */
const PLAIN = /^\/(404|about|find-purchase|payment-canceled|payment-error|present|shell)$/;

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

/** A page without an editor's words, which may not exceed this budget. */
const frameOf = (html: string): string =>
  html
    .replace(/<script type="application\/ld\+json">[^]*?<\/script>/g, '')
    .replace(/ (?:content|alt|props|aria-label)="[^"]*"/g, '')
    .replace(
      /(<(?:style|script)[^>]*>[^]*?<\/(?:style|script)>)|>[^<]+</g,
      (_, code?: string) => code ?? '><',
    );

test.each(site.pages)(
  '$path is light, preloads what starts at once, and has every style in itself',
  (page) => {
    const { html } = page;
    expect(sizeOf(html)).toBeLessThanOrEqual(DOCUMENT_BYTES);
    expect(sizeOf(frameOf(html))).toBeLessThanOrEqual(FRAME_BYTES);
    const scripts = [...scriptsOf(html)].map((name) => sizeOf(site.read(`_astro/${name}`)));
    const reader = page.path.startsWith('/admin-') ? 'owner' : 'visitor';
    const mostScripts = PLAIN.test(page.path) ? 0 : SCRIPT_BYTES[reader];
    expect(sum(scripts)).toBeLessThanOrEqual(mostScripts);
    for (const [, address = ''] of html.matchAll(/<img[^>]* src="([^"]+)"/g)) {
      const isCover = /^\/_astro\/(?:drawings\/)?cover\./.test(address);
      const other = /\/(inside-|printables\/)/.test(address) ? PRINTED_BYTES : PICTURE_BYTES;
      const most = isCover ? COVER_BYTES : other;
      expect(sizeOf(site.read(address)), address).toBeLessThanOrEqual(most);
    }
    expect(html).not.toMatch(/<link[^>]*stylesheet(?!" media="print")/);
    // Safari ignores a shorthand that has a thickness.
    expect(html).not.toMatch(/text-decoration:[^;}]*\d/);

    // Only the scripts of islands that start at once are preloaded.
    const islands = html.match(/<astro-island[^>]* client="load"[^>]*>/g) ?? [];
    const links = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    const preloaded = links.flatMap((link) => /[\w.-]+\.js/.exec(link) ?? []);
    expect(new Set(preloaded)).toEqual(scriptsOf(islands.join('')));
  },
);

test('the home page has no script but its islands and React, so that none waits for another', () => {
  const names = [...scriptsOf(site.pageAt('/').html)].map((name) => name.split('.')[0]);
  expect(names.toSorted()).toEqual(['BuyButton', 'Toasts', 'client']);
});

/** Names as styles write them. */
const namesIn = (css: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...css.matchAll(pattern)].map(([, name = '']) => name.replaceAll('\\', '')));
const CLASS = /\.((?:\\.|[\w-])+)/g;
const DEFINED = /(--(?:color|font|motion|page|radius|shadow|text)-[\w-]+):/g;
const READ = /var\((--(?:color|font|motion|page|radius|shadow|text)-[\w-]+)\)/g;
/** Rules for the dark only change a definition. */
const DARK = /@media \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*\}/g;

const printFile = [...site.files].find((file) => file.includes('/print.')) ?? '';
const inPrint = namesIn(site.read(printFile).toString(), CLASS);

test.each(site.pages)('$path has all styles that its classes and scripts ask for', ({ html }) => {
  const css = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text]) => text).join('');
  const styled = namesIn(css, CLASS);
  const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => readable(list));
  const bare = lists.flatMap((list) => list.split(' ')).filter((name) => !styled.has(name));
  expect(bare.filter((name) => !inPrint.has(name))).toEqual([]);
  const defined = namesIn(css.replaceAll(DARK, ''), DEFINED);
  const scripts = [...scriptsOf(html)].map((name) => site.read(`_astro/${name}`).toString());
  const read = [...namesIn(html + scripts.join(''), READ)];
  expect(read.filter((name) => !defined.has(name))).toEqual([]);
});

test.each(CONTENT_PAGES)('%s is painted without any other file', (path) => {
  const { html } = site.pageAt(path);
  // covers.test.ts says which covers are loaded at once.
  expect(html).not.toMatch(/<img(?! class="cover)(?![^>]*loading="lazy")/);
  expect(html).not.toMatch(/<link[^>]* rel="(?:preload|modulepreload)"|<script[^>]* src=/);
});

test('the fonts are one file of the letters that the shop uses', () => {
  const fonts = [...site.files].filter((file) => file.endsWith('.woff2'));
  expect(sum(fonts.map((file) => site.read(file).length))).toBeLessThanOrEqual(FONT_BYTES);
});
