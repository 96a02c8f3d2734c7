import { z } from 'astro/zod';
import { type Facts, fill, placeholderErrors } from './fill.ts';
import { guideTitle, pageTitle } from '../layouts/page-title.ts';
import { guideSchema } from './schemas/guide.ts';
import { searchFields } from './schemas/fields.ts';
import { lacking, mailSchema } from './schemas/mail.ts';
import {
  type Entry,
  type Finding,
  type Source,
  atField,
  hasSchema,
  inBody,
  textsIn,
} from './source.ts';

/** The number of characters that search engines show of a title and of a description. */
const TITLE_MAX = 59;
const DESCRIPTION_MAX = 160;

const BELOW = 'In the text below the fields';
const PLAIN = 'Placeholders are not filled in here. Write the words themselves, without braces.';

/**
 * The braces in a file that hold no known placeholder. The text below the fields may use the names in `more` too.
 * Without facts, no placeholder is allowed.
 */
export function wrongPlaceholders(
  source: Source,
  facts: Facts | null,
  more: Facts = {},
): Finding[] {
  const errors = (text: string, known: Facts): string[] =>
    placeholderErrors(text, known).map((error) => (facts ? error : PLAIN));
  return [
    ...textsIn(source.data).flatMap(([path, text]) =>
      errors(text, { ...facts }).map((says) => atField(source, path, says)),
    ),
    ...inBody(source, (text) =>
      errors(text, { ...facts, ...more }).map((says) => `${BELOW}: ${says}`),
    ),
  ];
}

/** Emails without the links that they need. */
export function missingLinks(entry: Entry): Finding[] {
  if (!hasSchema(entry, mailSchema)) return [];
  const { file, fields, body, bodyLine } = entry;
  return lacking(file, fields, body).map((placeholder) => ({
    file,
    line: bodyLine,
    says: `${BELOW}: ${placeholder} is missing. Without it, the email leads nowhere.`,
  }));
}

/** The texts that search engines show of a file, by the names of their fields. */
function shownOf(entry: Entry, brand: string): Record<string, string> {
  if (hasSchema(entry, guideSchema)) {
    return { title: guideTitle(entry.fields, brand), summary: entry.fields.summary };
  }
  const page = z.object(searchFields).safeParse(entry.fields).data;
  if (!page) return {};
  const { title, description } = page;
  return { title: entry.file === 'content/home.md' ? title : pageTitle(title, brand), description };
}

/** Titles and descriptions that are too long once the shop's name and the facts are filled in. */
export function longForSearch(entry: Entry, facts: Facts): Finding[] {
  return Object.entries(shownOf(entry, facts['brand'] ?? '')).flatMap(([key, text]) => {
    if (placeholderErrors(text, facts).length > 0) return [];
    const max = key === 'title' ? TITLE_MAX : DESCRIPTION_MAX;
    const filled = fill(text, facts);
    if (filled.length <= max) return [];
    const says = `"${key}" is too long. Filled in, it has ${filled.length} characters, and search engines show only ${max}: ${filled}`;
    return [{ file: entry.file, line: entry.lineOf([key]), says }];
  });
}
