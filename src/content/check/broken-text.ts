import { lineError } from './line-error.ts';

/** Git's merge conflict markers. */
const CONFLICT = /^(?:<{7}|>{7})(?: |$)/m;

/**
 * Control characters and code points that are not characters. XML 1.0 (section 2.2) forbids most of
 * them, so they would break the article feed.
 */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\uFFFD-\uFFFF]/u;

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns the first forbidden character, such as "U+0008". */
export const findForbiddenCharacter = (text: string): string | undefined => {
  const found = FORBIDDEN.exec(text);
  if (found) return codeOf(found[0]);
  return text.isWellFormed() ? undefined : 'half of a character';
};

export const FORBIDDEN_CHARACTER =
  'There is an invisible character that browsers can’t show. Delete the words around it, and type them again';

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Returns an error message for an editor if something makes the whole file unreadable. */
export function findBrokenText(file: string, text: string): string | undefined {
  const conflict = CONFLICT.exec(text);
  if (conflict) {
    const message =
      'Two versions of these lines were merged, and Git kept both. Keep the right one, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>.';
    return lineError(file, lineOf(text, conflict.index), message);
  }
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden) {
    const message = `${FORBIDDEN_CHARACTER} (${codeOf(forbidden[0])}).`;
    return lineError(file, lineOf(text, forbidden.index), message);
  }
  if (/\r(?!\n)/.test(text)) {
    return `${file}: This file uses an old kind of line ending (CR), so it looks like one long line. In your editor, choose the line ending “LF” or “Unix”, and save.`;
  }
  return undefined;
}
