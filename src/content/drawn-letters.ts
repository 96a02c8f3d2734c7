import { type Entry, atField, textsIn } from './entry.ts';
import { hasPage } from './kind.ts';

export const DRAWN = `${String.fromCharCode(...Array.from({ length: 224 }, (_, i) => 32 + i))}–—‘’“”…`;

/** Letters that those fonts lack. Pages use the reader's fonts, which have every letter. */
export function* undrawnLetters(entry: Entry): Iterable<string> {
  const drawn = entry.kind.isDrawn ?? (hasPage(entry.kind) || []);
  for (const [path, text] of textsIn(entry.data)) {
    if (drawn !== true && !drawn.includes(path[0] ?? '')) continue;
    const missing = [...new Set(text)].filter(
      (letter) => !DRAWN.includes(letter) && !/\s/.test(letter),
    );
    if (missing.length === 0) continue;
    const says = `The fonts of covers and pictures lack ${missing.join(' ')}. Write it with other letters.`;
    yield atField(entry, path, says);
  }
}
