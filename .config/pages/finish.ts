import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { transformSync } from 'esbuild';
import { narrowPolicy, takePolicy } from './policy.ts';
import { preloadsOf } from './preloads.ts';
import { scriptsOf } from './scripts.ts';
import { minifyCss } from './rewrite-css.ts';
import { shortenNames } from './short-names.ts';
import { pruneCss } from './styles.ts';

const STYLE = /<style[^>]*>([^]*?)<\/style>/g;
const FETCHED_FONT = /@font-face\{font-family:([^;]+);src:(url\([^)]+\))[^}]*\}/;
const OWN_SCRIPT = /<script data-own>([^]*?)<\/script>/g;
const CHARSET = '<meta charset="utf-8">';

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
  const scripts = scriptsOf(bare, assets);
  const [short, pruned] = shortenNames(bare, pruneCss(css, bare, scripts), scripts);
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
