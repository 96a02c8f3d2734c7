import { kinds } from './schemas/kinds.ts';
import { type Entry, type Finding, atField, textsIn } from './source.ts';

/** The letters of the fonts that covers, share pictures and sample PDFs are drawn with: Latin 1 and typographic marks. */
export const DRAWN = `${String.fromCharCode(...Array.from({ length: 224 }, (_, i) => 32 + i))}–—‘’“”…`;

const KNOWN = new Set(DRAWN);

/** Files whose fields are drawn. All other text is shown in the reader's own fonts, which have every letter. */
const IS_DRAWN: ReadonlySet<unknown> = new Set([
  kinds.site,
  kinds.home,
  kinds.lesson,
  kinds.about,
  kinds.faqPage,
  kinds.findPage,
  kinds.legal,
  kinds.creator,
  kinds.guides,
]);

/** Letters that would be missing from covers, share pictures and sample PDFs. */
export const undrawnLetters = (entry: Entry): Finding[] =>
  IS_DRAWN.has(entry.kind)
    ? textsIn(entry.data).flatMap(([path, text]) => {
        const missing = [...new Set(text)].filter(
          (letter) => !KNOWN.has(letter) && !/\s/.test(letter),
        );
        if (missing.length === 0) return [];
        const says = `The fonts of covers and pictures lack ${missing.join(' ')}. Write it with other letters.`;
        return [atField(entry, path, says)];
      })
    : [];
