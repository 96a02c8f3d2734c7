import { FORBIDDEN_CHARACTER, findForbiddenCharacter } from './broken-text.ts';
import { type Entry, collectTexts, fieldError } from './entry.ts';

const FAULTS: readonly { readonly found: RegExp; readonly message: string }[] = [
  {
    found: /&(?:[a-z]+\d*|#\d+|#x[\da-f]+);/i,
    message:
      'Codes such as &amp; or &ndash; are shown exactly as typed. Write the character itself: & or –.',
  },
  {
    found: /\*\*|\]\(|`|~~|^#{1,6}\s/m,
    message: 'Markdown works only in the text below the fields. Write plain text without Markdown.',
  },
  {
    found: /<\/?[a-z][^>]*>/i,
    message: 'HTML doesn’t work here, and parents would see the tags. Write only the words.',
  },
];

/** Finds codes and markup that parents would see exactly as typed. */
export function* findFieldTextErrors(entry: Entry): Iterable<string> {
  for (const [path, text] of collectTexts(entry.data)) {
    const forbidden = findForbiddenCharacter(text);
    if (forbidden !== undefined) {
      yield fieldError(entry, path, `${FORBIDDEN_CHARACTER} (${forbidden}).`);
    }
    const fault = FAULTS.find(({ found }) => found.test(text));
    if (fault) yield fieldError(entry, path, fault.message);
  }
}
