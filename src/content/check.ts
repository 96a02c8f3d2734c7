import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findCrossFileErrors, shopOf } from './cross-file-errors.ts';
import { type Entry, readEntry } from './entry.ts';
import { factsOf } from './fill.ts';
import { kinds } from './kinds.ts';
import { findMarkdownErrors } from './markdown.ts';
import { kindOf, findDrawingErrors, findFileErrors } from './names.ts';
import { readSource } from './source.ts';
import { findLengthErrors } from './search-result.ts';
import {
  findMisplacedConditions,
  findMissingLinks,
  findPlaceholderErrors,
} from './placeholders.ts';
import { findLetterErrors } from './drawable-letters.ts';

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
  findDrawingErrors,
  findMarkdownErrors,
  findLetterErrors,
  findMissingLinks,
  findPlaceholderErrors,
  findMisplacedConditions,
  findLengthErrors,
] as const;

/**
 * `errors` are sentences for an editor. `shop` and `facts` are null while a file they need has one.
 */
export function checkContent(content: Content) {
  const files = [...content.keys()];
  const errors = [...findFileErrors(content)];
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
  const shop = shopOf(entries, files);
  const guides = shop?.guides.map(({ fields }) => fields) ?? [];
  const facts = shop && factsOf(shop.site.fields, shop.catalog.fields.products, guides);
  if (shop) errors.push(...findCrossFileErrors(shop));
  for (const entry of entries) {
    for (const findErrors of FILE_CHECKS) errors.push(...findErrors(entry, { files, facts }));
  }
  return { entries, shop, facts, errors };
}

/** Optional fields that parents look for. */
const RECOMMENDED_FIELDS = [
  { file: kinds.site.at, field: 'legalName', what: 'who sells' },
  { file: kinds.site.at, field: 'postalAddress', what: 'where to write to' },
  { file: kinds.creator.at, field: 'about', what: 'two sentences about the planner' },
  { file: kinds.creator.at, field: 'license', what: 'the planner’s license' },
] as const;
const PHOTO = /^content\/creator\.(png|jpe?g|webp)$/;

/** What the owner should still do in `content/` before the shop opens. */
export function findLaunchTasks(content: Content) {
  const { entries, shop } = checkContent(content);
  const samples: string[] = [];
  const missing: string[] = [];
  const questions: string[] = [];
  for (const { file, fields } of entries) {
    if (fields['sample'] === true) samples.push(file);
    for (const wanted of RECOMMENDED_FIELDS) {
      if (wanted.file !== file || fields[wanted.field] !== undefined) continue;
      missing.push(`${wanted.what} (${wanted.field} in ${file})`);
    }
  }
  if (![...content.keys()].some((file) => PHOTO.test(file))) {
    missing.push('the planner’s photo (content/creator.jpg)');
  }
  const { percent, source } = shop?.site.fields.claim ?? {};
  if (shop && !source) {
    const message = `the ${percent} % has no source. Add it as "claim > source".`;
    questions.push(`${kinds.site.at}: ${message}`);
  }
  for (const { file, fields } of shop?.guides ?? []) {
    const { lessonsOnHome, lessonsOnGuide } = fields;
    if (lessonsOnHome === lessonsOnGuide) continue;
    const message = `the home page says ${lessonsOnHome} lessons, the guide’s own page ${lessonsOnGuide}.`;
    questions.push(`${file}: ${message}`);
  }
  return { samples, missing, questions };
}
