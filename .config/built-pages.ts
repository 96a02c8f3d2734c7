import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { SONNER_STYLES } from './csp.ts';

const CLIENT_LOAD_ISLANDS = /<astro-island[^>]* client="load"[^>]*>/g;
const SCRIPT_URL = / (?:component|renderer)-url="\/([^"]+)"|(?:from|import)["'`]\.\/([\w.-]+\.js)/g;
const INLINE_BLOCK = /<(script|style)[^>]*>([^]*?)<\/\1>/g;
const POLICY_HASH = / '(sha256-[^']+)'/g;

/** The paths of all scripts that HTML or a script loads, directly or through imports. */
const findScripts = (text: string, dist: URL, found = new Set<string>()): ReadonlySet<string> => {
  for (const [, entry, imported] of text.matchAll(SCRIPT_URL)) {
    const script = entry ?? `_astro/${imported}`;
    if (found.has(script)) continue;
    found.add(script);
    findScripts(readFileSync(new URL(script, dist), 'utf8'), dist, found);
  }
  return found;
};

/**
 * Adds `modulepreload` links for the scripts of `client:load` islands. Otherwise the browser finds
 * these scripts only after Astro's own script has run, and their imports one round trip later.
 */
const preloadIslands = (html: string, dist: URL): string => {
  const scripts = findScripts((html.match(CLIENT_LOAD_ISLANDS) ?? []).join(''), dist);
  const links = [...scripts].map((path) => `<link rel="modulepreload" href="/${path}">`);
  return html.replace('<title>', links.join('') + '$&');
};

/**
 * Removes the hashes of other pages' scripts and styles from a page's policy. Astro writes the
 * hashes of the whole site into every page. Those of other pages add 0.9 kB, because hashes do not
 * compress. Without them, the home page and the guides' pages just fit into the first ten packets
 * of a connection.
 * Sonner's hashes stay, because sonner adds its styles in the browser.
 */
const shortenPolicy = (html: string): string => {
  const own = new Set<string>(SONNER_STYLES);
  for (const [, , text = ''] of html.matchAll(INLINE_BLOCK)) {
    own.add(`sha256-${hash('sha256', text, 'base64')}`);
  }
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
    policy.replace(POLICY_HASH, (source, name: string) => (own.has(name) ? source : '')),
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
