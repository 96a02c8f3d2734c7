import { logoSchema } from './schemas/pages.ts';
import { type Entry, type Finding, atField, hasSchema } from './source.ts';

const FOLDER = 'content/logos/';

// A drawing becomes part of the page unchanged.
const UNWANTED = /^(?!\s*<svg)|<script|<style|\s(on\w+|style)=|javascript:/i;
const SAYS =
  'A drawing starts with <svg and has no scripts or styles. Save it as a plain SVG with only shapes and colors.';

/** Drawings that are not safe to put into a page. */
export const wrongDrawings = (content: ReadonlyMap<string, string>): Finding[] =>
  [...content]
    .filter(
      ([file, text]) => file.startsWith(FOLDER) && file.endsWith('.svg') && UNWANTED.test(text),
    )
    .map(([file]) => ({ file, says: SAYS }));

/** A logo whose drawing doesn't exist. `files` are all files of content/. */
export function missingDrawing(entry: Entry, files: readonly string[]): Finding[] {
  if (!hasSchema(entry, logoSchema)) return [];
  const { mark } = entry.fields;
  if (files.includes(FOLDER + mark)) return [];
  const drawings = files
    .filter((name) => name.startsWith(FOLDER) && name.endsWith('.svg'))
    .map((name) => name.slice(FOLDER.length));
  const says = `There is no drawing "${mark}" in content/logos. There are: ${drawings.join(', ')}.`;
  return [atField(entry, ['mark'], says)];
}
