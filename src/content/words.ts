import { z } from 'astro/zod';
import { type Facts, fill, slipsIn } from './fill.ts';
import { guideTitle, pageTitle } from '../layouts/page-title.ts';
import { guideSchema } from './schemas/guide.ts';
import { searchFields } from './schemas/fields.ts';
import { lacking, mailSchema } from './schemas/mail.ts';
import { type Entry, type Finding, type Source, atField, hasSchema, inBody } from './source.ts';

/** What search engines show of a title, and of the text under it. */
const TITLE_MAX = 59;
const DESCRIPTION_MAX = 160;

const BELOW = 'In the text below the fields';
const PLAIN =
  'Braces are for placeholders, and none are filled in here. Write the words themselves.';
const HEADING = 'a heading begins with ##, as in "## What you buy", since # is the page’s own.';

function textsIn(value: unknown, path: readonly PropertyKey[] = []): [PropertyKey[], string][] {
  if (typeof value === 'string') return [[[...path], value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/**
 * What stands in braces in a file and is no placeholder: below the fields `more` is known too. Without facts none
 * may stand there.
 */
export function wrongPlaceholders(
  source: Source,
  facts: Facts | null,
  more: Facts = {},
): Finding[] {
  const slips = (text: string, known: Facts): string[] =>
    slipsIn(text, known).map((slip) => (facts ? slip : PLAIN));
  return [
    ...textsIn(source.data).flatMap(([path, text]) =>
      slips(text, { ...facts }).map((says) => atField(source, path, says)),
    ),
    ...inBody(source, (text) =>
      slips(text, { ...facts, ...more }).map((says) => `${BELOW}: ${says}`),
    ),
  ];
}

/** Headings as large as the page's own. */
export const largeHeadings = (source: Source): Finding[] =>
  inBody(source, (text) => (/^ {0,3}# /.test(text) ? [`${BELOW}: ${HEADING}`] : []));

/** Mails that do not lead where they should. */
export function lostWays(entry: Entry): Finding[] {
  if (!hasSchema(entry, mailSchema)) return [];
  const { file, fields, body, bodyLine } = entry;
  return lacking(file, fields, body).map((placeholder) => ({
    file,
    line: bodyLine,
    says: `${BELOW}: ${placeholder} is missing, and without it nobody finds the way.`,
  }));
}

/** What search engines see of a file, by the names of its fields. */
function shownOf(entry: Entry, brand: string): Record<string, string> {
  if (hasSchema(entry, guideSchema)) {
    return { title: guideTitle(entry.fields, brand), summary: entry.fields.summary };
  }
  const page = z.object(searchFields).safeParse(entry.fields).data;
  if (!page) return {};
  const { title, description } = page;
  return { title: entry.file === 'content/home.md' ? title : pageTitle(title, brand), description };
}

/** Titles and descriptions that are too long once the shop's name and the facts are in them. */
export function longForSearch(entry: Entry, facts: Facts): Finding[] {
  return Object.entries(shownOf(entry, facts['brand'] ?? '')).flatMap(([key, text]) => {
    if (slipsIn(text, facts).length > 0) return [];
    const max = key === 'title' ? TITLE_MAX : DESCRIPTION_MAX;
    const filled = fill(text, facts);
    if (filled.length <= max) return [];
    const says = `"${key}" is too long: filled in, it is ${filled.length} characters, and search engines show ${max}: ${filled}`;
    return [{ file: entry.file, line: entry.lineOf([key]), says }];
  });
}
