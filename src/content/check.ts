import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findCrossFileErrors, collectShop } from './cross-file-errors.ts';
import { type Entry, readEntry } from './entry.ts';
import { factsOf } from './facts.ts';
import { findMarkdownErrors } from './markdown.ts';
import { kindOf } from './addresses.ts';
import { findFileErrors } from './file-errors.ts';
import { readSource } from './source.ts';
import { findLengthErrors } from './search-result.ts';
import {
  findMisplacedConditions,
  findMissingLinks,
  findPlaceholderErrors,
} from './placeholders.ts';
import { findNamedPictureErrors } from './named-pictures.ts';
import { findPictureErrors } from './picture-errors.ts';
import { type Pictures, readPictures } from './pictures.ts';
import { findUnusedPictures } from './unused-pictures.ts';

export type Content = ReadonlyMap<string, string>;

export async function readContent(root: string): Promise<Content> {
  const entries = await readdir(path.join(root, 'content'), {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  return new Map(files.map((file, index) => [file.replaceAll('\\', '/'), texts[index] ?? '']));
}

/** They run for each file that matches its schema. */
const FILE_CHECKS = [
  findNamedPictureErrors,
  findMarkdownErrors,
  findMissingLinks,
  findPlaceholderErrors,
  findMisplacedConditions,
  findLengthErrors,
] as const;

/**
 * `errors` are sentences for an editor. `shop` and `facts` are null while a file they need has one.
 */
export function checkContent(content: Content, pictures: Pictures = new Map()) {
  const files = [...content.keys()];
  const errors = [...findFileErrors(content), ...findPictureErrors(content, pictures)];
  const entries: Entry[] = [];
  for (const [file, text] of content) {
    const kind = kindOf(file);
    if (!kind) continue;
    const source = readSource(file, text);
    if (typeof source === 'string') {
      errors.push(source);
      continue;
    }
    const result = readEntry(source, kind);
    if (Array.isArray(result)) errors.push(...result);
    else entries.push(result);
  }
  const shop = collectShop(entries, files);
  const guides = shop?.guides.map(({ fields }) => fields) ?? [];
  const facts = shop && factsOf(shop.site.fields, shop.catalog.fields.products, guides);
  if (shop) errors.push(...findCrossFileErrors(shop));
  for (const entry of entries) {
    for (const findErrors of FILE_CHECKS) errors.push(...findErrors(entry, { files, facts }));
  }
  errors.push(...findUnusedPictures(content));
  return { entries, shop, facts, errors };
}

/** Reads and checks the content of a project. */
export async function checkProject(root: string) {
  const content = await readContent(root);
  return checkContent(content, await readPictures(root, content.keys()));
}
