import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** React and sonner (.config/chunks.ts), which name no class of the shop's, but its tokens in the toasts' styles. */
const isForeign = (name: string): boolean => /^(?:client|Toasts)\./.test(name);
const tokensOf = (script: string): string => (script.match(/--[\w-]+/g) ?? []).join(' ');

/** The scripts that a page may load, with all that they import, as one text. */
export const scriptsOf = (html: string, assets: string): string => {
  const found = new Map<string, string>();
  const follow = (text: string): void => {
    for (const [name] of text.matchAll(/[\w.-]+\.js\b/g)) {
      const file = path.join(assets, name);
      if (found.has(name) || !existsSync(file)) continue;
      const script = readFileSync(file, 'utf8');
      found.set(name, isForeign(name) ? tokensOf(script) : script);
      if (!isForeign(name)) follow(script);
    }
  };
  follow(html);
  return [...found.values()].join(' ');
};
