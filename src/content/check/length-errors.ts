import { fillPlaceholders, placeholderErrors } from '../fill.ts';
import { DESCRIPTION_MAX } from '../schemas/fields.ts';
import { searchResultOf } from '../search-result.ts';
import { type CheckContext, type Entry, isPublicPage } from './entry.ts';
import { lineError } from './line-error.ts';

/** In characters. Search engines cut off longer titles. */
const TITLE_MAX = 59;

export function* findLengthErrors(entry: Entry, { facts }: CheckContext): Iterable<string> {
  if (!facts || !isPublicPage(entry)) return;
  const { file, fields, lineOf } = entry;
  const { title, description } = searchResultOf(fields, facts['brand'] ?? '');
  const descriptionKey = 'summary' in fields ? 'summary' : 'description';
  const texts = [
    { key: 'title', text: title, max: TITLE_MAX },
    { key: descriptionKey, text: description, max: DESCRIPTION_MAX },
  ];
  for (const { key, text, max } of texts) {
    const filled = fillPlaceholders(text, facts);
    if (filled.length <= max || placeholderErrors(text, facts).length > 0) continue;
    const message = `"${key}" is too long. With its placeholders filled in, it has ${filled.length} characters, but search engines show only ${max}. Shorten it: ${filled}`;
    yield lineError(file, lineOf([key]), message);
  }
}
