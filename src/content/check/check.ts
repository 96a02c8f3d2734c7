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
import { type Content, findSymbolicLinks, readContent } from './read-files.ts';
import { readSource } from './source.ts';
import { findUnusedPictures } from './unused-pictures.ts';

/** Checks that run on every readable file. Each takes an entry and a `CheckContext`. */
const TEXT_CHECKS = [
  findFieldTextErrors,
  findMarkdownErrors,
  findPlaceholderErrors,
  findMisplacedConditions,
] as const;

/** Checks that run only on files that match their schemas. */
const ENTRY_CHECKS = [
  findNamedPictureErrors,
  findNoticeErrors,
  findMissingLinks,
  findLengthErrors,
  findFormerAddressErrors,
] as const;

/** Reads the files of all collections, and collects the errors in those that are not valid. */
function readCollections(content: Content) {
  /** Files that match their schemas. */
  const entries: Entry[] = [];
  /** Files with a wrong or missing field. Their other fields and their text are still checked. */
  const wrongEntries: Entry[] = [];
  const errors: string[] = [];
  /** Pages that show a file with an error. */
  const brokenPages = new Set<string>();
  for (const [file, text] of content) {
    const collection = collectionOf(file);
    if (collection === undefined) {
      const broken = file.endsWith('.svg') ? findBrokenText(file, text) : undefined;
      if (broken !== undefined) errors.push(broken);
      continue;
    }
    const source = readSource(file, text);
    const entry = typeof source === 'string' ? [source] : readEntry(source, collection);
    if (!Array.isArray(entry)) {
      entries.push(entry);
      continue;
    }
    errors.push(...entry);
    if (typeof source !== 'string') wrongEntries.push({ ...source, collection, fields: {} });
    const page = addressOfFile(file)?.replace(/#.*/, '');
    if (page !== undefined) brokenPages.add(page);
  }
  return { entries, wrongEntries, errors, brokenPages };
}

/** Returns the publication days of articles that are not published yet, keyed by path. */
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
 * Checks the files in content/. `errors` are sentences for an editor. `shop` and `facts` are null
 * if a file that they need has an error.
 */
export function checkContent(content: Content, pictures: Pictures = new Map(), now = new Date()) {
  const files = [...content.keys()];
  const errors = [...findFileErrors(content), ...findPictureErrors(content, pictures)];

  const collections = readCollections(content);
  const { entries, wrongEntries, brokenPages } = collections;
  errors.push(...collections.errors);

  // Errors across several files
  const shop = collectShop(entries, files);
  if (shop) errors.push(...findCrossFileErrors(shop));
  const guides = shop?.guides.map(({ fields }) => fields) ?? [];
  const facts = shop && factsOf(shop.site.fields, shop.catalog.fields.products, guides);
  const { ids, errors: idErrors } = collectPageIds(entries);
  errors.push(...idErrors);
  // The ids of a page are unknown if one of its files has an error.
  const pageIds = new Map([...ids].filter(([page]) => !brokenPages.has(page)));
  const waiting = findWaiting(entries, dayIn(shop?.catalog.fields.time_zone ?? 'UTC', now));

  const context = { files, entries, facts, pageIds, waiting };
  for (const entry of [...entries, ...wrongEntries]) {
    for (const findErrors of TEXT_CHECKS) errors.push(...findErrors(entry, context));
  }
  for (const entry of entries) {
    for (const findErrors of ENTRY_CHECKS) errors.push(...findErrors(entry, context));
  }
  errors.push(...findUnusedPictures(content));
  return { entries, shop, facts, pageIds, waiting, errors };
}

/** Reads and checks a project's content/ folder. */
export async function checkProject(root: string) {
  const content = await readContent(root);
  const { errors, ...checked } = checkContent(content, await readPictures(root, content.keys()));
  return { ...checked, errors: [...(await findSymbolicLinks(root)), ...errors] };
}
