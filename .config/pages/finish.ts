import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { transformSync } from 'esbuild';
import { minifyCss, pruneCss, shortenNames } from './css.ts';

/** sonner 2.0.8 adds an empty style element to the document and then writes this text into it. */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

const STYLE = /<style[^>]*>([^]*?)<\/style>/g;
const FETCHED_FONT = /@font-face\{font-family:([^;]+);src:(url\([^)]+\))[^}]*\}/;
const OWN_SCRIPT = /<script data-own>([^]*?)<\/script>/g;
const CHARSET = '<meta charset="utf-8">';
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const HASHES = /(?: 'sha256-[^']+')+/;
/** Scripts that need a hash: all that run, and speculation rules. Structured data needs none. */
const SCRIPT = /<script(?![^>]* src=)(?![^>]*application\/ld\+json)([^>]*)>([^]*?)<\/script>/g;
/** React and sonner (.config/chunks.ts). They name none of the shop's classes, only tokens in the toasts' styles. */
const FOREIGN = /^(?:client|Toasts)\./;
const ANY_SCRIPT = /([\w.-]+\.js)\b/g;
const LOADED = /<astro-island[^>]* client="load"[^>]*>/g;
const NEEDED = /(?: (?:component|renderer)-url="[^"]*\/|(?:from|import)\s*["'`]\.\/)([\w.-]+\.js)/g;

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** The scripts that a text names, and all scripts that those import, by name. */
const scriptsIn = (text: string, named: RegExp, assets: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const follow = (written: string): void => {
    for (const [, name = ''] of written.matchAll(named)) {
      const file = path.join(assets, name);
      if (found.has(name) || !existsSync(file)) continue;
      const script = readFileSync(file, 'utf8');
      found.set(name, script);
      follow(script);
    }
  };
  follow(text);
  return found;
};

/** The code that a page may load. Any word in it may be a class, except in libraries. */
const wordsOf = (html: string, assets: string): string =>
  [...scriptsIn(html, ANY_SCRIPT, assets)]
    .flatMap(([name, script]) => (FOREIGN.test(name) ? script.match(/--[\w-]+/g) : script) ?? [])
    .join(' ');

/**
 * Preload links for the islands that start with the page. Without them, the browser discovers a file only through the
 * island's script or another file. Empty for a page whose islands start later.
 */
export const preloadsOf = (html: string, assets: string): string =>
  [...scriptsIn((html.match(LOADED) ?? []).join(''), NEEDED, assets).keys()]
    .map((name) => `<link rel="modulepreload" href="/_astro/${name}">`)
    .join('');

/** Splits a page into its policy and the rest. Throws if it has no policy. */
export const takePolicy = (html: string): readonly [html: string, policy: string] => {
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined) throw new Error('the page has no policy');
  return [html.replace(policy, ''), policy];
};

/**
 * The hashes of a page's scripts. Astro's policy lists those of its own scripts, and the layout marks the ones that it
 * wrote. Any other script, such as one pasted into a text, throws, since nobody has reviewed it.
 */
const scriptHashes = (html: string, policy: string): string[] =>
  [...html.matchAll(SCRIPT)].map(([script, attributes = '', text = '']) => {
    const known = hashOf(text);
    if (/\sdata-own|speculationrules/.test(attributes) || policy.includes(known)) return known;
    throw new Error(`a script that is not the shop's own: ${script.slice(0, 80)}`);
  });

const replaceHashes = (policy: string, directive: string, hashes: readonly string[]): string => {
  const sources = new RegExp(`${directive}[^;]*;`).exec(policy)?.[0] ?? '';
  if (!HASHES.test(sources)) throw new Error(`the policy has no hash in ${directive}`);
  return policy.replace(sources, () => sources.replace(HASHES, ` ${hashes.join(' ')}`));
};

/** Narrows Astro's policy, which covers the scripts and styles of all pages, to those of this page. */
export const narrowPolicy = (policy: string, html: string, style: string): string => {
  const styles = [hashOf(style), ...(html.includes('<astro-island') ? SONNER_STYLES : [])];
  const narrowed = replaceHashes(policy, 'script-src', scriptHashes(html, policy));
  return replaceHashes(narrowed, 'style-src', styles);
};

/**
 * Astro's component would load the font before the first paint and so delay it on a slow connection. Only a page without
 * scripts does that. The others name the font for the script in src/components/HeadBasics.astro.
 */
const fetchFontLater = (html: string, css: string): readonly [html: string, css: string] => {
  const [rule = '', family, source] = FETCHED_FONT.exec(css) ?? [];
  if (rule === '') throw new Error('the page has no font to fetch');
  return [
    html.replace('<html', `<html data-font="${family} ${source}"`),
    css.replace(rule, `@media (scripting:none){${rule}}`),
  ];
};

/** Joins the page's inline scripts, which Astro leaves unchanged, where the first one is. */
const joinScripts = (html: string): string => {
  const scripts = [...html.matchAll(OWN_SCRIPT)].map(([, script]) => script);
  const { code } = transformSync(scripts.join('\n;'), { minify: true });
  const written = [`<script data-own>${code.trim()}</script>`];
  return html.replace(OWN_SCRIPT, () => written.pop() ?? '');
};

/** The page with only the styles that it needs, and a policy for its contents that precedes them. */
const finish = (built: string, assets: string): string => {
  const [html, policy] = takePolicy(built);
  const css = [...html.matchAll(STYLE)].map(([, text]) => text).join('\n');
  const bare = joinScripts(html.replace(STYLE, ''));
  const words = wordsOf(bare, assets);
  const [short, pruned] = shortenNames(bare, pruneCss(css, bare, words), words);
  const [page, style] = fetchFontLater(short, minifyCss(pruned));
  if (!page.includes(CHARSET)) throw new Error(`the page has no ${CHARSET}`);
  // Large files that are needed at once come first.
  const head = [
    narrowPolicy(policy, page, style),
    preloadsOf(page, assets),
    `<style>${style}</style>`,
  ];
  return page.replace(CHARSET, () => CHARSET + head.join(''));
};

/**
 * Astro gives each page the styles of all pages and a policy with the hashes of all pages' styles and scripts, which is
 * more than the page itself. Throws, naming the page, if one is not built as expected.
 */
export const finishPages = (): AstroIntegration => ({
  name: 'finish-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir);
      const names = await readdir(root, { recursive: true });
      for (const name of names.filter((file) => file.endsWith('.html'))) {
        const file = path.join(root, name);
        try {
          await writeFile(file, finish(await readFile(file, 'utf8'), path.join(root, '_astro')));
        } catch (cause) {
          throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
        }
      }
    },
  },
});
