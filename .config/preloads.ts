import { readFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

const STARTS_AT_ONCE = /<astro-island[^>]* client="load"[^>]*>/g;
const NAMED = / (?:component|renderer)-url="\/([^"]+)"|(?:from|import)["'`]\.\/([\w.-]+\.js)/g;

/** The scripts that a text names, and those that they import, by their paths from the site's root. */
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
 * Adds preload links for the scripts of islands that start with the page. A browser would otherwise find them only after
 * Astro's own script has run, and what they import one round trip later.
 */
export const preloadIslands = (): AstroIntegration => ({
  name: 'preload-islands',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const pages = (await readdir(dir)).filter((name) => name.endsWith('.html'));
      for (const page of pages.map((name) => new URL(name, dir))) {
        const html = await readFile(page, 'utf8');
        const scripts = follow((html.match(STARTS_AT_ONCE) ?? []).join(''), dir);
        const links = [...scripts].map((path) => `<link rel="modulepreload" href="/${path}">`);
        if (scripts.size > 0) await writeFile(page, html.replace('<title>', links.join('') + '$&'));
      }
    },
  },
});
