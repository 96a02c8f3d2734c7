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

/** The file of React, which names no class of the shop's. */
const RENDERER = /renderer-url="[^"]*?([^"/]+)"/;

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
    const found = new Map<string, string>([[RENDERER.exec(html)?.[1] ?? '', '']]);
    const follow = async (text: string): Promise<void> => {
      for (const [name] of text.matchAll(/[\w.-]+\.js\b/g)) {
        if (found.has(name)) continue;
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

const FETCHED_FONT = /@font-face\{[^}]*url\([^}]*\}/g;

/** Astro's component would fetch the font before the first paint, which then waits for it on a slow line. */
const stylesOf = (css: string): readonly { readonly text: string; readonly media: string }[] => [
  { text: css.match(FETCHED_FONT)?.join('') ?? '', media: ' media="(scripting:none)"' },
  { text: css.replace(FETCHED_FONT, ''), media: '' },
];

const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const CHARSET = '<meta charset="utf-8">';

/** The page with the styles that it needs, under a policy that names what stands in it and comes before all of it. */
const finish = (html: string, scripts: string): string => {
  const css = [...html.matchAll(STYLE)].map(([, text]) => text).join('\n');
  const [policy = ''] = POLICY.exec(html) ?? [];
  const bare = html.replace(STYLE, '').replace(policy, '');
  const inline = [...bare.matchAll(INLINE_SCRIPT)].map(([, text]) => text ?? '');
  const styles = stylesOf(pruneCss(css, `${bare} ${scripts}`));
  const strict = policy
    .replace(/script-src[^;]*;/, (sources) => sources.replace(HASHES, hashesOf(inline)))
    .replace(/style-src[^;]*;/, (sources) =>
      sources.replace(HASHES, hashesOf(styles.map(({ text }) => text))),
    );
  const elements = styles.map(({ text, media }) => `<style${media}>${text}</style>`);
  return bare.replace(CHARSET, () => [CHARSET, strict, ...elements].join(''));
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
