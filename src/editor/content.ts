import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'astro/zod';
import type { Facts } from '../content/fill.ts';
import { disagreements } from './agree.ts';
import { missingDrawing, wrongDrawings } from './drawings.ts';
import { explain } from './explain.ts';
import { type Finding, write } from './finding.ts';
import { largeHeadings } from './headings.ts';
import type { Kind } from './kind.ts';
import { missingFiles, wrongNames } from './names.ts';
import { wrongPlaceholders } from './placeholders.ts';
import { longForSearch } from './search.ts';
import { factsIn, readShop } from './shop-files.ts';
import { type Source, readSource } from './source.ts';

/** The files of content/ with their texts, each under its path from the project's root. */
export type Content = ReadonlyMap<string, string>;

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

function readFields(file: string, text: string, { schema, body }: Rules) {
  const source = readSource(file, text);
  if ('broken' in source) return { findings: [source.broken] };
  const findings = explain(source, schema);
  if (body && source.body.trim() === '') findings.push({ says: body });
  return { source, findings };
}

type Rules = { schema: z.ZodType; body?: string | undefined };

/** What is wrong with one file by itself, in words for its editor; null when nothing is. */
export function problemIn(file: string, text: string, schema: z.ZodType, body?: string) {
  const { findings } = readFields(file, text, { schema, body });
  return findings.map((finding) => write(file, finding)).join('\n\n') || null;
}

const kindOf = (file: string, kinds: readonly Kind[]): Kind | undefined =>
  kinds.find(({ at }) => at === file || (at.endsWith('/') && isIn(at, file)));

const isIn = (folder: string, file: string): boolean =>
  file.startsWith(folder) && /^[^./][^/]*\.md$/.test(file.slice(folder.length));

const NO_FACTS: Facts = {};

/** What is wrong in one file in view of the others. `facts` are null while they are not known. */
function problemsAround(source: Source, facts: Facts | null, files: readonly string[]): Finding[] {
  return [
    ...missingDrawing(source, files),
    ...largeHeadings(source),
    ...(facts ? wrongPlaceholders(source, facts) : []),
    ...(facts ? longForSearch(source, facts) : []),
  ];
}

/** All that is wrong in content/, in words for its editors. */
export function problemsIn(content: Content, kinds: readonly Kind[]): string[] {
  const files = [...content.keys()];
  const told = [
    ...missingFiles(files, kinds),
    ...wrongNames(files, kinds),
    ...wrongDrawings(content),
  ];
  const sources: Source[] = [];
  for (const [file, text] of content) {
    const kind = kindOf(file, kinds);
    if (!kind) continue;
    const { source, findings } = readFields(file, text, kind);
    told.push(...findings.map((finding) => ({ file, finding })));
    if (source && findings.length === 0) sources.push(source);
  }
  const shop = readShop(sources, files);
  if (shop) told.push(...disagreements(shop));
  const facts = shop && factsIn(shop);
  for (const source of sources) {
    const own = kindOf(source.file, kinds)?.plain ? NO_FACTS : facts;
    const findings = problemsAround(source, own, files);
    told.push(...findings.map((finding) => ({ file: source.file, finding })));
  }
  return told.map(({ file, finding }) => write(file, finding));
}
