import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** React and sonner, which name no class of the shop's (astro.config.mjs). */
export const PACKAGES = 'packages';

/** The scripts that a page may load, with all that they import, as one text. */
export const scriptsOf = (html: string, assets: string): string => {
  const found = new Map<string, string>();
  const follow = (text: string): void => {
    for (const [name] of text.matchAll(/[\w.-]+\.js\b/g)) {
      const file = path.join(assets, name);
      if (found.has(name) || name.startsWith(`${PACKAGES}.`) || !existsSync(file)) continue;
      found.set(name, readFileSync(file, 'utf8'));
      follow(found.get(name) ?? '');
    }
  };
  follow(html);
  return [...found.values()].join(' ');
};
