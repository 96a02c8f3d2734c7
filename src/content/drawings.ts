import { kinds } from './kinds.ts';
import { type Entry, type Finding, type Known, atField, isOf } from './source.ts';

// A drawing becomes part of the page unchanged.
const UNWANTED = /^(?!\s*<svg)|<script|<style|\s(on\w+|style)=|javascript:/i;
const SAYS =
  'A drawing starts with <svg and has no scripts or styles. Save it as a plain SVG with only shapes and colors.';

const { at: FOLDER } = kinds.logos;
const isDrawing = (file: string): boolean => file.startsWith(FOLDER) && file.endsWith('.svg');

/** Drawings that are not safe to put into a page. */
export const wrongDrawings = (content: ReadonlyMap<string, string>): Finding[] =>
  [...content]
    .filter(([file, text]) => isDrawing(file) && UNWANTED.test(text))
    .map(([file]) => ({ file, says: SAYS }));

/** A logo whose drawing doesn't exist. */
export function missingDrawing(entry: Entry, { files }: Known): Finding[] {
  if (!isOf(entry, kinds.logos) || files.includes(FOLDER + entry.fields.mark)) return [];
  const drawings = files.filter(isDrawing).map((file) => file.slice(FOLDER.length));
  const says = `There is no drawing "${entry.fields.mark}" in content/logos. There are: ${drawings.join(', ')}.`;
  return [atField(entry, ['mark'], says)];
}
