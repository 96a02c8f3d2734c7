import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const RUNTIME =
  /<script>((?:(?!<\/script>)[^])*customElements\.define\("astro-island"(?:(?!<\/script>)[^])*)<\/script>/;
const RETRY = /return (\w+)\.searchParams\.set\("astro-retry",Date\.now\(\)\.toString\(\)\),/;

const INTENT =
  /<script>(?:(?!<\/script>)[^])*new Event\("astro:intent"\)(?:(?!<\/script>)[^])*<\/script>/;

/** Under another address, as Astro asks for what failed, React would be there twice, and hooks would throw. */
const retrySameAddress = (runtime: string): string => {
  if (RETRY.test(runtime)) return runtime.replace(RETRY, 'return ');
  throw new Error('.config/pages/islands.ts: Astro asks again in another way now.');
};

/** Before a script has run, forms are sent as without it; so the page may be painted first. */
const lastOfAll = (html: string, pattern: RegExp): string => {
  const [script] = pattern.exec(html) ?? [];
  if (!script)
    throw new Error('.config/pages/islands.ts: Astro starts client:intent in another way now.');
  return html.replace(script, '').replace('</body>', () => `${script}</body>`);
};

/** Whether some island comes to life with the page: where a buyer waits, and on the owner's desk. */
export const isAwakeAtOnce = (html: string): boolean =>
  /<astro-island[^>]* client="(?!intent")/.test(html);

/**
 * Mends Astro's runtime of islands, and leaves it out of a page whose islands all wait for the parent: it is heavier
 * than the shop's own scripts, so such a page only names it, for src/directives/intent.ts.
 */
export const lightenIslands = async (html: string, directory: string): Promise<string> => {
  const [script, built] = RUNTIME.exec(html) ?? [];
  if (!script || !built) return html;
  const runtime = retrySameAddress(built);
  if (isAwakeAtOnce(html)) {
    return html.replace(script, () => `<script>${runtime}</script>`);
  }
  const hash = createHash('sha256').update(runtime).digest('base64url').slice(0, 8);
  const name = `islands.${hash}.js`;
  await writeFile(path.join(directory, name), runtime);
  return lastOfAll(html.replace(script, ''), INTENT).replace(
    '<html',
    `<html data-islands="/_astro/${name}"`,
  );
};
