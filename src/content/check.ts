import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { CONDITION_FACTS, misplacedConditions } from './conditions.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './fill.ts';
import { disagreements, readShop, type Shop } from './disagreements.ts';
import { missingDrawing, wrongDrawings } from './drawings.ts';
import { type Finding, write } from './finding.ts';
import { kindOf, missingFiles, wrongNames } from './names.ts';
import { isMail, mailFacts } from './schemas/mail.ts';
import { readSource, type Source } from './source.ts';
import { largeHeadings, longForSearch, lostWays, wrongPlaceholders } from './words.ts';
import { wrongFields } from './wrong-fields.ts';

/** The files of content/ with their texts, each under its path from the project's root. */
export type Content = ReadonlyMap<string, string>;

const NO_TEXT = 'The words are missing. Write them below the fields, after the second line of ---.';

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

/** The files that are right in themselves, and what is wrong with the others. */
function readFields(content: Content) {
  const sources: Source[] = [];
  const findings = [...content].flatMap(([file, text]): Finding[] => {
    const kind = kindOf(file);
    if (!kind) return [];
    const source = readSource(file, text);
    if ('broken' in source) return [source.broken];
    const wrong = wrongFields(source, kind.schema);
    if (kind.hasText && source.body.trim() === '') wrong.push({ file, says: NO_TEXT });
    if (wrong.length === 0) sources.push(source);
    return wrong;
  });
  return { sources, findings };
}

const factsOfShop = ({ site, catalogue, guides }: Shop): Facts =>
  factsOf(
    site.data,
    catalogue.data.products,
    guides.map(({ data }) => data),
  );

/** What the placeholders of the copy stand for; null where a file that says so is wrong. */
export function factsIn(content: Content): Facts | null {
  const shop = readShop(readFields(content).sources, [...content.keys()]);
  return shop && factsOfShop(shop);
}

/** What is wrong with one file in view of the others. `facts` are null while they are not known. */
function wrongAround(source: Source, facts: Facts | null, files: readonly string[]): Finding[] {
  const findings = [missingDrawing(source, files), largeHeadings(source), lostWays(source)];
  if (kindOf(source.file)?.plain) findings.push(wrongPlaceholders(source, null));
  else if (facts) {
    const known = { ...facts, ...mailFacts(source.file) };
    // A mail is only ever sent where there are mails.
    const conditions = isMail(source.file) ? {} : CONDITION_FACTS;
    findings.push(wrongPlaceholders(source, known, conditions), longForSearch(source, facts));
    if (!isMail(source.file)) findings.push(misplacedConditions(source));
  }
  return findings.flat();
}

/** All that is wrong in content/, in words for its editors. */
export function problemsIn(content: Content): string[] {
  const files = [...content.keys()];
  const { sources, findings } = readFields(content);
  const shop = readShop(sources, files);
  const facts = shop && factsOfShop(shop);
  return [
    ...missingFiles(files),
    ...wrongNames(files),
    ...wrongDrawings(content),
    ...findings,
    ...(shop ? disagreements(shop) : []),
    ...sources.flatMap((source) => wrongAround(source, facts, files)),
  ].map(write);
}
