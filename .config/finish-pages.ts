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

const hashOf = (text: string): string =>
  ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`;

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

/** One style for the page, of the rules that it needs, and a policy that names what stands in it. */
const finish = (html: string, scripts: string): string => {
  const css = [...html.matchAll(STYLE)].map(([, text]) => text).join('\n');
  const bare = html.replace(STYLE, '');
  const style = pruneCss(css, `${bare} ${scripts}`);
  const inline = [...bare.matchAll(INLINE_SCRIPT)].map(([, text]) => hashOf(text ?? '')).join('');
  return bare
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace(/script-src[^;]*;/, (sources) => sources.replace(HASHES, inline))
    .replace(/style-src[^;]*;/, (sources) => sources.replace(HASHES, hashOf(style)));
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
      const scriptsOf = createScripts(path.join(root, '_astro'));
      const names = await readdir(root, { recursive: true });
      for (const name of names.filter((file) => file.endsWith('.html'))) {
        const file = path.join(root, name);
        const html = await readFile(file, 'utf8');
        await writeFile(file, finish(html, await scriptsOf(html)));
      }
    },
  },
});
