import { readFileSync } from 'node:fs';
import path from 'node:path';

const LOADED = /<astro-island[^>]* client="load"[^>]*>/g;
const NEEDED = / (?:component|renderer)-url="([^"]*)"/g;
const IMPORTED = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;

/**
 * What the islands need that come to life with the page, for its head: else the browser learns of a file only from
 * the script of the island, or from another file. Empty for a page whose islands wait.
 */
export const preloadsOf = (html: string, assets: string): string => {
  const files = new Set<string>();
  const follow = (name: string): void => {
    if (files.has(name)) return;
    files.add(name);
    const script = readFileSync(path.join(assets, name), 'utf8');
    for (const [, imported = ''] of script.matchAll(IMPORTED)) follow(imported);
  };
  for (const [island] of html.matchAll(LOADED)) {
    for (const [, url = ''] of island.matchAll(NEEDED)) follow(path.basename(url));
  }
  return [...files].map((name) => `<link rel="modulepreload" href="/_astro/${name}">`).join('');
};
