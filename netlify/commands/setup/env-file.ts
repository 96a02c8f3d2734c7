import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A value, quoted or not, and the comment after it. */
const VALUE = String.raw`(?:"[^"\r\n]*"|'[^'\r\n]*'|[^#\r\n]*?)([ \t]*#.*)?$`;

/** The text of an `.env` with one setting changed, or added at its end. Everything else stays as it is. */
export const withSetting = (text: string, name: string, value: string): string => {
  const line = new RegExp(String.raw`^[ \t]*(?:export[ \t]+)?${name}[ \t]*=[ \t]*${VALUE}`, 'gm');
  const found = [...text.matchAll(line)].at(-1); // of several the last one counts
  if (!found) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${name}=${value}\n`;
  const [old, comment = ''] = found;
  const after = text.slice(found.index + old.length);
  return `${text.slice(0, found.index)}${name}=${value}${comment}${after}`;
};

export type EnvFile = {
  /** undefined where the file does not name the setting; empty where it has no value. */
  readonly get: (name: string) => string | undefined;
  readonly set: (changes: Readonly<Record<string, string>>) => void;
};

/** Writes a file that only its owner can read, whole or not at all. */
export const writePrivately = (file: string, text: string): void => {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  chmodSync(next, 0o600); // one that a broken run left keeps its mode else
  renameSync(next, file);
};

/** Reads the file at each call, since an editor may have it open too. */
export const openEnvFile = (file: string): EnvFile => {
  const read = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    get: (name) => parseEnv(read())[name]?.trim(),
    set: (changes) => {
      let text = read();
      for (const [name, value] of Object.entries(changes)) text = withSetting(text, name, value);
      writePrivately(file, text);
    },
  };
};
