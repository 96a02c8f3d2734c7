import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { transformSync } from 'esbuild';
import { minifyCss, pruneCss, shortenNames } from './css.ts';

/** sonner 2.0.8 puts an empty style into the document, and then this text into it. */
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
/** Scripts that run: structured data and rules for what to fetch ahead do not, but the latter need a hash. */
const SCRIPT = /<script(?![^>]* src=)(?![^>]*application\/ld\+json)([^>]*)>([^]*?)<\/script>/g;
/** React and sonner (.config/chunks.ts), which name no class of the shop's, but its tokens in the toasts' styles. */
const FOREIGN = /^(?:client|Toasts)\./;
const ANY_SCRIPT = /([\w.-]+\.js)\b/g;
const LOADED = /<astro-island[^>]* client="load"[^>]*>/g;
const NEEDED = /(?: (?:component|renderer)-url="[^"]*\/|(?:from|import)\s*["'`]\.\/)([\w.-]+\.js)/g;

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** The scripts that a text names, with all that these name in their turn, by their names. */
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

/** What the scripts say that a page may load: any word of it may be a class, but not in those of others. */
const wordsOf = (html: string, assets: string): string =>
  [...scriptsIn(html, ANY_SCRIPT, assets)]
    .flatMap(([name, script]) => (FOREIGN.test(name) ? script.match(/--[\w-]+/g) : script) ?? [])
    .join(' ');

/**
 * What the islands need that come to life with the page, for its head: else the browser learns of a file only from
 * the script of the island, or from another file. Empty for a page whose islands wait.
 */
export const preloadsOf = (html: string, assets: string): string =>
  [...scriptsIn((html.match(LOADED) ?? []).join(''), NEEDED, assets).keys()]
    .map((name) => `<link rel="modulepreload" href="/_astro/${name}">`)
    .join('');

/** The page without its policy, and that; throws where there is none. */
export const takePolicy = (html: string): readonly [html: string, policy: string] => {
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined) throw new Error('the page has no policy');
  return [html.replace(policy, ''), policy];
};

/**
 * The hashes of a page's scripts. Astro's policy has those of its own; the page's layout marks what it wrote
 * itself. Anything else, such as what was pasted into a text, throws: nobody has looked at it.
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

/** Astro's policy names what stands in all pages; this one what stands in this page, and its one style. */
export const narrowPolicy = (policy: string, html: string, style: string): string => {
  const styles = [hashOf(style), ...(html.includes('<astro-island') ? SONNER_STYLES : [])];
  const narrowed = replaceHashes(policy, 'script-src', scriptHashes(html, policy));
  return replaceHashes(narrowed, 'style-src', styles);
};

/**
 * Astro's component would fetch the font before the first paint, which then waits for it on a slow connection. So only
 * a page without scripts does that; others name it, for the script of src/components/HeadBasics.astro.
 */
const fetchFontLater = (html: string, css: string): readonly [html: string, css: string] => {
  const [rule = '', family, source] = FETCHED_FONT.exec(css) ?? [];
  if (rule === '') throw new Error('the page has no font to fetch');
  return [
    html.replace('<html', `<html data-font="${family} ${source}"`),
    css.replace(rule, `@media (scripting:none){${rule}}`),
  ];
};

/** The page's own scripts, which Astro leaves as they were written, as one where the first of them stands. */
const joinScripts = (html: string): string => {
  const scripts = [...html.matchAll(OWN_SCRIPT)].map(([, script]) => script);
  const { code } = transformSync(scripts.join('\n;'), { minify: true });
  const written = [`<script data-own>${code.trim()}</script>`];
  return html.replace(OWN_SCRIPT, () => written.pop() ?? '');
};

/** The page with the style that it needs, under a policy that names what stands in it and comes before all of it. */
const finish = (built: string, assets: string): string => {
  const [html, policy] = takePolicy(built);
  const css = [...html.matchAll(STYLE)].map(([, text]) => text).join('\n');
  const bare = joinScripts(html.replace(STYLE, ''));
  const words = wordsOf(bare, assets);
  const [short, pruned] = shortenNames(bare, pruneCss(css, bare, words), words);
  const [page, style] = fetchFontLater(short, minifyCss(pruned));
  if (!page.includes(CHARSET)) throw new Error(`the page has no ${CHARSET}`);
  // First of all what is large, and needed at once.
  const head = [
    narrowPolicy(policy, page, style),
    preloadsOf(page, assets),
    `<style>${style}</style>`,
  ];
  return page.replace(CHARSET, () => CHARSET + head.join(''));
};

/**
 * Astro gives each page the styles of all pages, and a policy with the hashes of all pages' styles and
 * scripts: more than the page itself. Throws naming the page where one is not as Astro builds it now.
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
