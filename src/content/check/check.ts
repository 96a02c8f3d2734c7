import { addressOfFile } from '../addresses.ts';
import { dayIn, writtenDay } from '../calendar.ts';
import { collectionOf } from '../collections.ts';
import { factsOf } from '../facts.ts';
import { findBrokenText } from './broken-text.ts';
import { collectShop, findCrossFileErrors } from './cross-file-errors.ts';
import { type Entry, isOf, readEntry } from './entry.ts';
import { findFieldTextErrors } from './field-texts.ts';
import { findFileErrors } from './file-errors.ts';
import { findFormerAddressErrors } from './former-addresses.ts';
import { findLengthErrors } from './length-errors.ts';
import { findNoticeErrors } from './links.ts';
import { findMarkdownErrors } from './markdown-errors.ts';
import { findNamedPictureErrors } from './named-pictures.ts';
import { collectPageIds } from './page-ids.ts';
import { findPictureErrors } from './picture-errors.ts';
import { type Pictures, readPictures } from './pictures.ts';
import {
  findMisplacedConditions,
  findMissingLinks,
  findPlaceholderErrors,
} from './placeholder-errors.ts';
import { type Content, findLinkedFiles, readContent } from './read-files.ts';
import { readSource } from './source.ts';
import { findUnusedPictures } from './unused-pictures.ts';

/** They run for each file that matches its schema. */
const ENTRY_CHECKS = [
  findNamedPictureErrors,
  findFieldTextErrors,
  findMarkdownErrors,
  findNoticeErrors,
  findMissingLinks,
  findPlaceholderErrors,
  findMisplacedConditions,
  findLengthErrors,
  findFormerAddressErrors,
] as const;

/** Returns the file's fields and text, or what is wrong with them. */
function readFileEntry(file: string, text: string): Entry | string[] {
  const collection = collectionOf(file);
  if (collection === undefined) {
    const broken = file.endsWith('.svg') ? findBrokenText(file, text) : undefined;
    return broken === undefined ? [] : [broken];
  }
  const source = readSource(file, text);
  return typeof source === 'string' ? [source] : readEntry(source, collection);
}

/** The days of articles whose day has not come yet, by the paths of their pages. */
function findWaiting(entries: readonly Entry[], today: string): ReadonlyMap<string, string> {
  const waiting = new Map<string, string>();
  for (const entry of entries) {
    if (!isOf(entry, 'articles')) continue;
    const day = writtenDay(entry.fields.published);
    const address = addressOfFile(entry.file);
    if (day > today && address !== undefined) waiting.set(address, day);
  }
  return waiting;
}

/**
 * Checks the texts of content/. `errors` are sentences for an editor. `shop` and `facts` are null
 * while a file that they need has an error.
 */
export function checkContent(content: Content, pictures: Pictures = new Map(), now = new Date()) {
  const files = [...content.keys()];
  const errors = [...findFileErrors(content), ...findPictureErrors(content, pictures)];
  const entries: Entry[] = [];
  /** Pages that show a file with an error. */
  const brokenPages = new Set<string>();
  for (const [file, text] of content) {
    const result = readFileEntry(file, text);
    if (!Array.isArray(result)) {
      entries.push(result);
    } else if (result.length > 0) {
      errors.push(...result);
      brokenPages.add(addressOfFile(file)?.replace(/#.*/, '') ?? '');
    }
  }
  const shop = collectShop(entries, files);
  if (shop) errors.push(...findCrossFileErrors(shop));
  const guides = shop?.guides.map(({ fields }) => fields) ?? [];
  const facts = shop && factsOf(shop.site.fields, shop.catalog.fields.products, guides);
  const { ids, errors: idErrors } = collectPageIds(entries);
  errors.push(...idErrors);
  const pageIds = new Map([...ids].filter(([page]) => !brokenPages.has(page)));
  const waiting = findWaiting(entries, dayIn(shop?.catalog.fields.time_zone ?? 'UTC', now));
  for (const entry of entries) {
    for (const findErrors of ENTRY_CHECKS) {
      errors.push(...findErrors(entry, { files, entries, facts, pageIds, waiting }));
    }
  }
  errors.push(...findUnusedPictures(content));
  return { entries, shop, facts, pageIds, waiting, errors };
}

/** Reads and checks the folder content/ of a project. */
export async function checkProject(root: string) {
  const content = await readContent(root);
  const { errors, ...checked } = checkContent(content, await readPictures(root, content.keys()));
  return { ...checked, errors: [...(await findLinkedFiles(root)), ...errors] };
}
