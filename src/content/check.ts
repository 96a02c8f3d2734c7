import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { disagreements, shopOf } from './disagreements.ts';
import { missingDrawing, wrongDrawings } from './drawings.ts';
import { factsOf } from './facts.ts';
import { undrawnLetters } from './letters.ts';
import { wrongMarkdown } from './markdown.ts';
import { kindOf, missingFiles, wrongNames } from './names.ts';
import { type Entry, type Finding, write } from './finding.ts';
import { readSource } from './source.ts';
import { longForSearch, missingLinks, wrongPlaceholders } from './words.ts';
import { parseFields } from './wrong-fields.ts';

/** The files of content/ with their texts, each under its path from the project's root. */
export type Content = ReadonlyMap<string, string>;

const NO_TEXT = 'The text is missing. Write it below the fields, after the second --- line.';

/** Reads the whole of content/. */
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

/** The files with valid fields, and the errors of the others. */
function readFields(content: Content) {
  const entries: Entry[] = [];
  const findings = [...content].flatMap(([file, text]): Finding[] => {
    const kind = kindOf(file);
    if (!kind) return [];
    const source = readSource(file, text);
    if ('broken' in source) return [source.broken];
    const { fields, wrong } = parseFields(source, kind.schema);
    if (kind.hasText && source.body.trim() === '') wrong.push({ file, says: NO_TEXT });
    if (wrong.length === 0 && fields) entries.push({ ...source, kind, fields });
    return wrong;
  });
  return { entries, findings };
}

/** Checks of one valid file beside the others. */
const CHECKS = [
  missingDrawing,
  wrongMarkdown,
  undrawnLetters,
  missingLinks,
  wrongPlaceholders,
  longForSearch,
] as const;

/**
 * Everything that pages, emails and samples are made from, and every error in content/, worded for its editors.
 * `shop` and `facts` are null while a file that they need has an error.
 */
export function check(content: Content) {
  const files = [...content.keys()];
  const { entries, findings } = readFields(content);
  const shop = shopOf(entries, files);
  const facts =
    shop &&
    factsOf(
      shop.site.fields,
      shop.catalogue.fields.products,
      shop.guides.map(({ fields }) => fields),
    );
  const problems = [
    ...missingFiles(files),
    ...wrongNames(files),
    ...wrongDrawings(content),
    ...findings,
    ...(shop ? disagreements(shop) : []),
    ...entries.flatMap((entry) => CHECKS.flatMap((wrongIn) => wrongIn(entry, { files, facts }))),
  ].map(write);
  return { entries, shop, facts, problems };
}
