import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Of packages, React and sonner, which name no class of the shop's, but its tokens in the toasts' styles. */
const isForeign = (name: string): boolean => /^(?:client|Toasts)\./.test(name);
const tokensOf = (script: string): string => (script.match(/--[\w-]+/g) ?? []).join(' ');

/** Reads the scripts that a page may load, each with all that it imports, as one text. */
export const createScripts = (directory: string) => {
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
        found.set(name, isForeign(name) ? tokensOf(script) : script);
        if (!isForeign(name)) await follow(script);
      }
    };
    await follow(html);
    return [...found.values()].join(' ');
  };
};
