import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Where the shop under test keeps its guides; see netlify/local/settings.ts. */
const directory = (baseURL: string): string =>
  path.resolve(import.meta.dirname, '../../.netlify/local', new URL(baseURL).port, 'blobs/entries');

/** The bytes that the store itself holds under a file's name. */
export const storedFile = (baseURL: string, fileName: string): Buffer => {
  const root = directory(baseURL);
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(
    (entry) => path.basename(entry) === fileName,
  );
  if (found === undefined) throw new Error(`${fileName} is not in the store`);
  return readFileSync(path.join(root, found));
};
