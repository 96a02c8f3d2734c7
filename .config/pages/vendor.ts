import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';

/** For the policy of a page: sonner 2.0.8 puts an empty style into the document, and then this text into it. */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

const RUNTIME = `<script>${runtime}</script>`;
/** What Astro writes of src/directives/message.ts. */
const DIRECTIVE = /<script>([^<]*astro:message[^<]*)<\/script>/;

/** Whether some island comes to life with the page: where a buyer waits, and on the owner's pages. */
export const isAwakeAtOnce = (html: string): boolean =>
  /<astro-island[^>]* client="(?!message")/.test(html);

/**
 * Moves Astro's scripts of islands (7.3.4) into a file, where all islands of the page wait for a message: 1.5 kB
 * that such a page only names, and then the files that its islands need, for src/toasts/wake.ts.
 */
export const moveRuntime = (html: string, assets: string): string => {
  if (!html.includes('<astro-island') || isAwakeAtOnce(html)) return html;
  const [tag = '', directive = ''] = DIRECTIVE.exec(html) ?? [];
  if (tag === '' || !html.includes(RUNTIME))
    throw new Error('astro writes its islands’ scripts in another way now');
  const script = directive + runtime;
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
  const name = `islands.${hash}.js`;
  writeFileSync(path.join(assets, name), script);
  const needed = [...html.matchAll(/(?:component|renderer)-url="([^"]*)"/g)].map(([, url]) => url);
  const files = [...new Set([`/_astro/${name}`, ...needed])];
  return html
    .replace(tag, '')
    .replace(RUNTIME, '')
    .replace('<html', `<html data-islands="${files.join(' ')}"`);
};
