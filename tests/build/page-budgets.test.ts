import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CONTENT_PAGES } from '../catalog.ts';
import { readBuiltSite, readable } from './built-site.ts';

// Measured at Brotli 5, because a CDN compresses every response on the fly.
const COMPRESSED = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const sizeOf = (content: string | Buffer): number => brotliCompressSync(content, COMPRESSED).length;

/** Larger than the largest page, so that editors can add text. */
const DOCUMENT_BYTES = 17_000;
/** The limit for a page without its text and its CSP. */
const FRAME_BYTES = 10_200;
/** All scripts of a page's islands. The owner's pages also have a query client. */
const SCRIPT_BYTES = { visitor: 84_000, owner: 100_000 };
const PICTURE_BYTES = 1800;
/** An owner's cover may be a photo. */
const COVER_BYTES = 30_000;
/** Pictures of printed pages, which a browser loads when they are in view. */
const PRINTED_BYTES = 30_000;
const FONT_BYTES = 12_600;

/** Pages without islands. */
const PLAIN = /^\/(404|about|find-purchase|payment-canceled|payment-error|present|shell)$/;

const site = await readBuiltSite();
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** The scripts that the HTML loads, with their imports. */
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

/** Removes the text that editors write, so that FRAME_BYTES does not limit it. */
const frameOf = (html: string): string =>
  html
    .replace(/<script type="application\/ld\+json">[^]*?<\/script>/g, '')
    .replace(/ (?:content|alt|props|aria-label)="[^"]*"/g, '')
    .replace(
      /(<(?:style|script)[^>]*>[^]*?<\/(?:style|script)>)|>[^<]+</g,
      (_, code?: string) => code ?? '><',
    );

/** The maximum size of the picture at this address. */
const pictureBudget = (address: string): number => {
  if (/^\/_astro\/(?:drawings\/)?cover\./.test(address)) return COVER_BYTES;
  return /\/(inside-|printables\/)/.test(address) ? PRINTED_BYTES : PICTURE_BYTES;
};

/** The maximum total size of a page's scripts. */
const scriptBudget = (path: string): number => {
  if (PLAIN.test(path)) return 0;
  return path.startsWith('/admin-') ? SCRIPT_BYTES.owner : SCRIPT_BYTES.visitor;
};

describe.each(site.pages)('$path', ({ path, html }) => {
  test('stays within the document budget', () => {
    expect(sizeOf(html)).toBeLessThanOrEqual(DOCUMENT_BYTES);
  });

  test('stays within the budget for everything except the editors’ text', () => {
    expect(sizeOf(frameOf(html))).toBeLessThanOrEqual(FRAME_BYTES);
  });

  test('stays within the script budget', () => {
    const sizes = [...scriptsOf(html)].map((name) => sizeOf(site.read(`_astro/${name}`)));
    expect(sum(sizes)).toBeLessThanOrEqual(scriptBudget(path));
  });

  test('stays within the picture budget', () => {
    for (const [, address = ''] of html.matchAll(/<img[^>]* src="([^"]+)"/g)) {
      expect(sizeOf(site.read(address)), address).toBeLessThanOrEqual(pictureBudget(address));
    }
  });

  test('links style sheets only for browsers without JavaScript', () => {
    const withScripts = html.replace(/<noscript>[^]*?<\/noscript>/g, '');
    expect(withScripts).not.toMatch(/<link[^>]*stylesheet/);
  });

  // Safari ignores the shorthand if it includes a thickness.
  test('sets no thickness in the text-decoration shorthand', () => {
    expect(html).not.toMatch(/text-decoration:[^;}]*\d/);
  });

  test('preloads only the scripts of islands that start immediately', () => {
    const islands = html.match(/<astro-island[^>]* client="load"[^>]*>/g) ?? [];
    const links = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    const preloaded = links.flatMap((link) => /[\w.-]+\.js/.exec(link) ?? []);
    expect(new Set(preloaded)).toEqual(scriptsOf(islands.join('')));
  });
});

test('loads only React and the scripts of islands on the home page', () => {
  const names = [...scriptsOf(site.pageAt('/').html)].map((name) => name.split('.')[0]);
  expect(names.toSorted()).toEqual(['BuyButton', 'Toasts', 'client']);
});

/** The names that the pattern matches, without CSS escapes. */
const namesIn = (css: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...css.matchAll(pattern)].map(([, name = '']) => name.replaceAll('\\', '')));
const CLASS = /\.((?:\\.|[\w-])+)/g;
const DEFINED = /(--(?:color|font|motion|page|radius|shadow|text)-[\w-]+):/g;
const READ = /var\((--(?:color|font|motion|page|radius|shadow|text)-[\w-]+)\)/g;
/** Dark-mode rules only redefine variables. */
const DARK = /@media \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*\}/g;

const printFile = [...site.files].find((file) => file.includes('/print.')) ?? '';
const stylesForPrint = namesIn(site.read(printFile).toString(), CLASS);

/** The text of a page's styles. */
const stylesOf = (html: string): string =>
  [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text]) => text).join('');

describe.each(site.pages)('the styles of $path', ({ html }) => {
  test('includes a rule for every class on the page', () => {
    const styled = namesIn(stylesOf(html), CLASS);
    const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => readable(list));
    const classes = lists.flatMap((list) => list.split(' '));
    const unstyled = classes.filter((name) => !styled.has(name) && !stylesForPrint.has(name));
    expect(unstyled).toEqual([]);
  });

  test('defines every variable that the page uses', () => {
    const defined = namesIn(stylesOf(html).replaceAll(DARK, ''), DEFINED);
    const scripts = [...scriptsOf(html)].map((name) => site.read(`_astro/${name}`).toString());
    const read = [...namesIn(html + scripts.join(''), READ)];
    expect(read.filter((name) => !defined.has(name))).toEqual([]);
  });
});

describe.each(CONTENT_PAGES.map((path) => ({ path })))('the first paint of $path', ({ path }) => {
  const { html } = site.pageAt(path);

  // covers.test.ts checks which covers are loaded eagerly.
  test('does not wait for pictures', () => {
    expect(html).not.toMatch(/<img(?! class="cover)(?![^>]*loading="lazy")/);
  });

  test('does not wait for scripts', () => {
    expect(html).not.toMatch(/<link[^>]* rel="(?:preload|modulepreload)"|<script[^>]* src=/);
  });
});

test('stays within the font budget', () => {
  const fonts = [...site.files].filter((file) => file.endsWith('.woff2'));
  expect(sum(fonts.map((file) => site.read(file).length))).toBeLessThanOrEqual(FONT_BYTES);
});
