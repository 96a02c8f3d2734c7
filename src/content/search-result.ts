import type { CheckContext, Entry } from './entry.ts';
import { fillPlaceholders, placeholderErrors } from './fill.ts';
import { pageTitle } from './format.ts';
import { type Kind, type SearchResult, hasPage } from './kind.ts';
import { DESCRIPTION_MAX } from './schemas/fields.ts';
import { lineError } from './line-error.ts';

export const searchResultOf = (
  kind: Kind,
  fields: Record<string, unknown>,
  brand: string,
): SearchResult => {
  if (kind.searchResult) return kind.searchResult(fields, brand);
  const { title, description, heading } = fields as SearchResult; // every page has them
  return { title: pageTitle(title, brand), description, heading };
};

/** In characters, as search engines show them. */
const TITLE_MAX = 59;

export function* findLengthErrors(entry: Entry, { facts }: CheckContext): Iterable<string> {
  const { file, kind, fields, lineOf } = entry;
  if (!facts || !hasPage(kind)) return;
  const { title, description } = searchResultOf(kind, fields, facts['brand'] ?? '');
  const texts = [
    { key: 'title', text: title, max: TITLE_MAX },
    {
      key: 'summary' in fields ? 'summary' : 'description',
      text: description,
      max: DESCRIPTION_MAX,
    },
  ];
  for (const { key, text, max } of texts) {
    const filled = fillPlaceholders(text, facts);
    if (filled.length <= max || placeholderErrors(text, facts).length > 0) continue;
    const message = `"${key}" is too long. Filled in, it has ${filled.length} characters, and search engines show only ${max}: ${filled}`;
    yield lineError(file, lineOf([key]), message);
  }
}
