import { type Entry, fieldError, collectTexts } from './entry.ts';
import { hasPage } from './kind.ts';

/** Latin-1 and typographic marks: the fonts of covers, share images and sample PDFs have these. */
export const DRAWABLE_LETTERS = `${String.fromCharCode(...Array.from({ length: 224 }, (_, i) => 32 + i))}–—‘’“”…`;

export function* findLetterErrors(entry: Entry): Iterable<string> {
  // A page's share image prints its fields.
  const drawnFields = entry.kind.drawnFields ?? (hasPage(entry.kind) ? 'all' : []);
  for (const [path, text] of collectTexts(entry.data)) {
    if (drawnFields !== 'all' && !drawnFields.includes(path[0] ?? '')) continue;
    const missing = [...new Set(text)].filter(
      (letter) => !DRAWABLE_LETTERS.includes(letter) && !/\s/.test(letter),
    );
    if (missing.length === 0) continue;
    const message = `The fonts of covers and pictures lack ${missing.join(' ')}. Write it with other letters.`;
    yield fieldError(entry, path, message);
  }
}
