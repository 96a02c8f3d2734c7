import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pruneCss } from './prune-css.ts';

const STYLE = /<style[^>]*>([^]*?)<\/style>/g;
const INLINE_SCRIPT = /<script(?![^>]* src=)(?![^>]*application\/ld\+json)[^>]*>([^]*?)<\/script>/g;
const HASHES = /(?: 'sha256-[^']+')+/;
const RUNTIME =
  /<script>((?:(?!<\/script>)[^])*customElements\.define\("astro-island"(?:(?!<\/script>)[^])*)<\/script>/;

const hashesOf = (texts: readonly string[]): string =>
  texts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join('');

/** Of packages, React and sonner, which name no class of the shop's. */
const isForeign = (name: string): boolean => /^(?:client|Toasts)\./.test(name);

/** The scripts that a page may load, each with all that it imports. */
const createScripts = (directory: string) => {
  const texts = new Map<string, Promise<string>>();
  const read = (name: string): Promise<string> => {
    const file = path.join(directory, name);
    const text =
      texts.get(name) ?? (existsSync(file) ? readFile(file, 'utf8') : Promise.resolve(''));
    texts.set(name, text);
    return text;
  };
  return async (html: string): Promise<string> => {
    const found = new Map<string, string>();
    const follow = async (text: string): Promise<void> => {
      for (const [name] of text.matchAll(/[\w.-]+\.js\b/g)) {
        if (found.has(name) || isForeign(name)) continue;
        found.set(name, '');
        const script = await read(name);
        found.set(name, script);
        await follow(script);
      }
    };
    await follow(html);
    return [...found.values()].join(' ');
  };
};

/**
 * Astro's runtime of islands is heavier than the shop's own scripts: a page whose islands all wait for the parent
 * names it (src/directives/intent.ts), and does not carry it.
 */
const leaveRuntimeOut = async (html: string, directory: string): Promise<string> => {
  const [script, runtime] = RUNTIME.exec(html) ?? [];
  if (!script || !runtime || /<astro-island[^>]* client="(?!intent")/.test(html)) return html;
  const hash = createHash('sha256').update(runtime).digest('base64url').slice(0, 8);
  const name = `islands.${hash}.js`;
  await writeFile(path.join(directory, name), runtime);
  return html.replace(script, '').replace('<html', `<html data-islands="/_astro/${name}"`);
};

const FETCHED_FONT = /@font-face\{font-family:([^;]+);src:(url\([^)]+\))[^}]*\}/;

/**
 * Astro's component would fetch the font before the first paint, which then waits for it on a slow line. So only
 * a page without scripts does that; others name it, for the script of src/components/HeadBasics.astro.
 */
const fetchFontLater = (html: string, css: string): readonly [html: string, css: string] => {
  const [rule = '', family, source] = FETCHED_FONT.exec(css) ?? [];
  if (rule === '') return [html, css];
  return [
    html.replace('<html', `<html data-font="${family} ${source}"`),
    css.replace(rule, `@media (scripting:none){${rule}}`),
  ];
};

/** Astro marks all elements of a component that has styles, by long names; few of them are styled on a page. */
const shortenScopes = (html: string, css: string): readonly [html: string, css: string] => {
  const scopes = [...new Set(css.match(/data-astro-cid-\w+/g))];
  const short = (scope: string) => `data-s${scopes.indexOf(scope).toString(36)}`;
  return [
    html.replace(/ (data-astro-cid-\w+)/g, (_, scope) =>
      scopes.includes(scope) ? ` ${short(scope)}` : '',
    ),
    css.replace(/data-astro-cid-\w+/g, short),
  ];
};

const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const CHARSET = '<meta charset="utf-8">';

/** The page with the style that it needs, under a policy that names what stands in it and comes before all of it. */
const finish = (html: string, scripts: string): string => {
  const css = [...html.matchAll(STYLE)].map(([, text]) => text).join('\n');
  const [policy = ''] = POLICY.exec(html) ?? [];
  const rest = html
    .replace(STYLE, '')
    .replace(policy, '')
    .replace(INLINE_SCRIPT, (script) => script.replace(/\n\s*/g, '\n'));
  const pruned = pruneCss(css, { html: rest, scripts });
  const [bare, style] = fetchFontLater(...shortenScopes(rest, pruned));
  const inline = [...bare.matchAll(INLINE_SCRIPT)].map(([, text]) => text ?? '');
  const strict = policy
    .replace(/script-src[^;]*;/, (sources) => sources.replace(HASHES, hashesOf(inline)))
    .replace(/style-src[^;]*;/, (sources) => sources.replace(HASHES, hashesOf([style])));
  return bare.replace(CHARSET, () => `${CHARSET}${strict}<style>${style}</style>`);
};

/**
 * Astro gives each page the styles of all pages, and a policy with the hashes of all pages' styles and
 * scripts: more than the page itself.
 */
export const finishPages = (): AstroIntegration => ({
  name: 'finish-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir);
      const assets = path.join(root, '_astro');
      const scriptsOf = createScripts(assets);
      const names = await readdir(root, { recursive: true });
      for (const name of names.filter((file) => file.endsWith('.html'))) {
        const file = path.join(root, name);
        const html = await leaveRuntimeOut(await readFile(file, 'utf8'), assets);
        await writeFile(file, finish(html, await scriptsOf(html)));
      }
    },
  },
});
