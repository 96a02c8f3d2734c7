import { closest } from '../content/closest.ts';
import { asLine } from './correct.ts';
import type { Finding } from './finding.ts';
import type { Source } from './source.ts';

const FOLDER = 'content/logos/';

// A drawing is put into the page as it is.
const UNWANTED: readonly [RegExp, string][] = [
  [/^(?!\s*<svg)/, 'does not begin with <svg'],
  [/<script|\son\w+=|javascript:/i, 'has a script in it'],
  [/<style|\sstyle=/i, 'has styles in it'],
];

/** Drawings that a page cannot take as they are. */
export function wrongDrawings(content: ReadonlyMap<string, string>) {
  return [...content].flatMap(([file, text]) => {
    if (!file.startsWith(FOLDER) || !file.endsWith('.svg')) return [];
    const found = UNWANTED.find(([pattern]) => pattern.test(text))?.[1];
    if (!found) return [];
    const finding: Finding = {
      says: `This drawing ${found}.`,
      tip: 'Save it as a plain SVG, with shapes and colors only.',
    };
    return [{ file, finding }];
  });
}

/** A logo that names a drawing that is not there. `files` are all files of content/. */
export function missingDrawing(source: Source, files: readonly string[]): Finding[] {
  const { file, data } = source;
  if (!file.startsWith(FOLDER) || typeof data !== 'object' || data === null) return [];
  const mark: unknown = Reflect.get(data, 'mark');
  if (typeof mark !== 'string' || files.includes(FOLDER + mark)) return [];
  const drawings = files
    .filter((name) => name.startsWith(FOLDER) && name.endsWith('.svg'))
    .map((name) => name.slice(FOLDER.length));
  const line = source.lineOf(['mark']);
  const says = `"mark": There is no drawing "${mark}" in content/logos. There are: ${drawings.join(', ')}.`;
  const meant = closest(mark, drawings);
  return meant
    ? [{ line, says, fixed: asLine(source, line, 'mark', meant) }]
    : [{ line, says, tip: 'Put the drawing into the folder, or name one that is there.' }];
}
