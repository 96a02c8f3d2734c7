import { kinds } from './kinds.ts';
import { type Entry, type Finding, type Known, atField, isOf } from './finding.ts';

// A script would run as one of the shop's if somebody opened the drawing by its own address.
const SCRIPT = /<script|\son\w+=|javascript:/i;
const SAYS = 'A drawing has no scripts. Save it as a plain SVG with only shapes and colors.';

const { at: FOLDER } = kinds.logos;
const isDrawing = (file: string): boolean => file.startsWith(FOLDER) && file.endsWith('.svg');

/** Drawings with scripts. */
export const wrongDrawings = (content: ReadonlyMap<string, string>): Finding[] =>
  [...content]
    .filter(([file, text]) => isDrawing(file) && SCRIPT.test(text))
    .map(([file]) => ({ file, says: SAYS }));

/** A logo whose drawing doesn't exist. */
export function missingDrawing(entry: Entry, { files }: Known): Finding[] {
  if (!isOf(entry, kinds.logos) || files.includes(FOLDER + entry.fields.mark)) return [];
  const drawings = files.filter(isDrawing).map((file) => file.slice(FOLDER.length));
  const says = `There is no drawing "${entry.fields.mark}" in content/logos. There are: ${drawings.join(', ')}.`;
  return [atField(entry, ['mark'], says)];
}
