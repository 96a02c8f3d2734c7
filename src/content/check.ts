import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findCrossFileErrors, collectShop } from './cross-file-errors.ts';
import { findBrokenText } from './broken-text.ts';
import { dayIn, writtenDay } from './calendar.ts';
import { type Entry, isOfKind, readEntry } from './entry.ts';
import { kinds } from './kinds.ts';
import { findNoticeErrors } from './links.ts';
import { factsOf } from './facts.ts';
import { findMarkdownErrors } from './markdown.ts';
import { addressOfFile, kindOf } from './addresses.ts';
import { findFileErrors } from './file-errors.ts';
import { collectPageIds } from './page-ids.ts';
import { readSource } from './source.ts';
import { findFieldTextErrors } from './field-texts.ts';
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

/** Everything in the folder `content/`, with paths from the project's root. */
const listContent = async (root: string) => {
  const entries = await readdir(path.join(root, 'content'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.map((entry) => ({
    entry,
    file: path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
  }));
};

export async function readContent(root: string): Promise<Content> {
  const files = (await listContent(root))
    .filter(({ entry }) => entry.isFile())
    .map(({ file }) => file)
    .toSorted();
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  return new Map(files.map((file, index) => [file, texts[index] ?? '']));
}

/** The days of articles whose day has not come yet, by the paths of their pages. */
function findWaiting(entries: readonly Entry[], today: string): ReadonlyMap<string, string> {
  const waiting = new Map<string, string>();
  for (const entry of entries) {
    if (!isOfKind(entry, kinds.articles)) continue;
    const day = writtenDay(entry.fields.published);
    const address = addressOfFile(entry.file);
    if (day > today && address !== undefined) waiting.set(address, day);
  }
  return waiting;
}

/** They run for each file that matches its schema. */
const FILE_CHECKS = [
  findNamedPictureErrors,
  findFieldTextErrors,
  findMarkdownErrors,
  findNoticeErrors,
  findMissingLinks,
  findPlaceholderErrors,
  findMisplacedConditions,
  findLengthErrors,
] as const;

/**
 * `errors` are sentences for an editor. `shop` and `facts` are null while a file they need has one.
 */
export function checkContent(content: Content, pictures: Pictures = new Map(), now = new Date()) {
  const files = [...content.keys()];
  const errors = [...findFileErrors(content), ...findPictureErrors(content, pictures)];
  const entries: Entry[] = [];
  /** Pages that show a file with an error. */
  const brokenPages = new Set<string>();
  for (const [file, text] of content) {
    const kind = kindOf(file);
    if (!kind) {
      const broken = file.endsWith('.svg') ? findBrokenText(file, text) : undefined;
      if (broken !== undefined) errors.push(broken);
      continue;
    }
    const source = readSource(file, text);
    const result = typeof source === 'string' ? [source] : readEntry(source, kind);
    if (!Array.isArray(result)) {
      entries.push(result);
      continue;
    }
    errors.push(...result);
    brokenPages.add(addressOfFile(file)?.replace(/#.*/, '') ?? '');
  }
  const shop = collectShop(entries, files);
  const guides = shop?.guides.map(({ fields }) => fields) ?? [];
  const facts = shop && factsOf(shop.site.fields, shop.catalog.fields.products, guides);
  if (shop) errors.push(...findCrossFileErrors(shop));
  const { ids, errors: idErrors } = collectPageIds(entries);
  errors.push(...idErrors);
  const waiting = findWaiting(entries, dayIn(shop?.catalog.fields.time_zone ?? 'UTC', now));
  const pageIds = new Map([...ids].filter(([page]) => !brokenPages.has(page)));
  for (const entry of entries) {
    for (const findErrors of FILE_CHECKS) {
      errors.push(...findErrors(entry, { files, facts, pageIds, waiting }));
    }
  }
  errors.push(...findUnusedPictures(content));
  return { entries, shop, facts, pageIds, waiting, errors };
}

/** Files that only point to others, which neither the check nor Astro reads. */
const findLinks = async (root: string): Promise<string[]> =>
  (await listContent(root))
    .filter(({ entry }) => entry.isSymbolicLink())
    .map(
      ({ file }) =>
        `${file}: This is a link to another file or folder, which the shop doesn’t follow. Put the file itself here.`,
    );

/** Reads and checks the content of a project. */
export async function checkProject(root: string) {
  const content = await readContent(root);
  const { errors, ...checked } = checkContent(content, await readPictures(root, content.keys()));
  return { ...checked, errors: [...(await findLinks(root)), ...errors] };
}
