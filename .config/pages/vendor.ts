import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';

/** For the policy of a page: sonner 2.0.8 puts an empty style into the document, and then this text into it. */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

const SCRIPT = `<script>${runtime}</script>`;

/** Whether some island comes to life with the page: where a buyer waits, and on the owner's pages. */
export const isAwakeAtOnce = (html: string): boolean =>
  /<astro-island[^>]* client="(?!intent")/.test(html);

/**
 * Moves Astro's runtime of islands (7.3.4) into a file, where all islands of the page wait for the parent: 1.4 kB
 * that such a page only names, for src/directives/intent.ts.
 */
export const moveRuntime = (html: string, assets: string): string => {
  if (!html.includes('<astro-island') || isAwakeAtOnce(html)) return html;
  if (!html.includes(SCRIPT))
    throw new Error('astro writes its islands’ script in another way now');
  const hash = createHash('sha256').update(runtime).digest('base64url').slice(0, 8);
  const name = `islands.${hash}.js`;
  writeFileSync(path.join(assets, name), runtime);
  return html.replace(SCRIPT, '').replace('<html', `<html data-islands="/_astro/${name}"`);
};
