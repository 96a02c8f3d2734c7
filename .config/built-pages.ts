import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { SONNER_STYLES } from './csp.ts';

const STARTS_AT_ONCE = /<astro-island[^>]* client="load"[^>]*>/g;
const NAMED = / (?:component|renderer)-url="\/([^"]+)"|(?:from|import)["'`]\.\/([\w.-]+\.js)/g;
const INLINE = /<(script|style)[^>]*>([^]*?)<\/\1>/g;
const HASH = / '(sha256-[^']+)'/g;

/**
 * The scripts that a text names, and those that they import, by their paths from the site's root.
 */
const follow = (text: string, dist: URL, found = new Set<string>()): ReadonlySet<string> => {
  for (const [, entry, imported] of text.matchAll(NAMED)) {
    const script = entry ?? `_astro/${imported}`;
    if (found.has(script)) continue;
    found.add(script);
    follow(readFileSync(new URL(script, dist), 'utf8'), dist, found);
  }
  return found;
};

/**
 * Adds preload links for the scripts of islands that start with the page. A browser would otherwise
 * find them only after Astro's own script has run, and what they import one round trip later.
 */
const preloadIslands = (html: string, dist: URL): string => {
  const scripts = follow((html.match(STARTS_AT_ONCE) ?? []).join(''), dist);
  const links = [...scripts].map((path) => `<link rel="modulepreload" href="/${path}">`);
  return html.replace('<title>', links.join('') + '$&');
};

/**
 * Removes from a page's policy the hashes of scripts and styles that it does not have. Astro writes
 * those of the whole site into every page: 0.9 kB that no compression shortens. Without them, home
 * and the guides fit ten packets. Sonner's hashes stay, since it adds its styles in the browser.
 */
const shortenPolicy = (html: string): string => {
  const own = new Set<string>(SONNER_STYLES);
  for (const [, , text = ''] of html.matchAll(INLINE)) {
    own.add(`sha256-${hash('sha256', text, 'base64')}`);
  }
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
    policy.replace(HASH, (source, name: string) => (own.has(name) ? source : '')),
  );
};

export const finishPages = (): AstroIntegration => ({
  name: 'finish-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const files = await readdir(dir, { recursive: true });
      for (const file of files.filter((name) => name.endsWith('.html'))) {
        const page = new URL(file, dir);
        await writeFile(page, shortenPolicy(preloadIslands(await readFile(page, 'utf8'), dir)));
      }
    },
  },
});
