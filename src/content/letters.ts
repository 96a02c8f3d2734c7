import { hasPage } from './kind.ts';
import { type Entry, type Finding, atField, textsIn } from './finding.ts';

/** The letters of the fonts that covers, share pictures and sample PDFs are drawn with: Latin 1 and typographic marks. */
export const DRAWN = `${String.fromCharCode(...Array.from({ length: 224 }, (_, i) => 32 + i))}–—‘’“”…`;

/** Letters that those fonts lack. All other text uses the reader's own fonts, which have every letter. */
export function undrawnLetters(entry: Entry): Finding[] {
  const drawn = entry.kind.isDrawn ?? (hasPage(entry.kind) || []);
  return textsIn(entry.data).flatMap(([path, text]) => {
    if (drawn !== true && !drawn.includes(path[0] ?? '')) return [];
    const missing = [...new Set(text)].filter((one) => !DRAWN.includes(one) && !/\s/.test(one));
    if (missing.length === 0) return [];
    const says = `The fonts of covers and pictures lack ${missing.join(' ')}. Write it with other letters.`;
    return [atField(entry, path, says)];
  });
}
