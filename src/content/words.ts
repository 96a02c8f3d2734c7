import { MAIL_NAMES, MAIL_PLACEHOLDERS } from '../contract/mail.ts';
import { type Entry, type Known, atField, inBody, isOf, textsIn } from './entry.ts';
import { type Facts, fillPlaceholders, placeholderErrors, unfilled } from './fill.ts';
import { pageTitle } from './format.ts';
import { type Kind, type Shown, hasPage } from './kind.ts';
import { kinds } from './kinds.ts';
import { DESCRIPTION_MAX } from './schemas/fields.ts';
import { errorAt } from './source.ts';

const PLAIN = 'Placeholders are not filled in here. Write the words themselves, without braces.';

/** The starts of paragraphs that are printed only if the shop sends email, or only if it doesn't. */
const CONDITIONS = unfilled(['withMail', 'withoutMail']);
const AT_BEGINNING = /^\{(?:withMail|withoutMail)\} /;
const ANYWHERE = /\{(?:withMail|withoutMail)\}/;
const POSITION =
  'Both go at the start of a paragraph, with an empty line above and a space after, as in "{withMail} You also get an email."';

/** The placeholders that only this email has, which are filled in when it is sent. */
const ownPlaceholders = (file: string): readonly string[] =>
  MAIL_NAMES.filter((name) => file === `${kinds.mails.at}${name}.md`).flatMap(
    (name) => MAIL_PLACEHOLDERS[name],
  );

/** Braces in a file that are no known placeholder. */
export function* wrongPlaceholders(entry: Entry, { facts }: Known): Iterable<string> {
  const { kind, file, data, body } = entry;
  if (!facts && !kind.plain) return;
  const known = kind.plain ? {} : { ...facts, ...unfilled(ownPlaceholders(file)) };
  // A shop that sends no email sends none of these either, so they need no conditions.
  const inText = kind.plain || kind === kinds.mails ? known : { ...known, ...CONDITIONS };
  const errors = (text: string, placeholders: Facts): string[] =>
    placeholderErrors(text, placeholders).map((error) => (kind.plain ? PLAIN : error));
  for (const [path, text] of textsIn(data)) {
    for (const says of errors(text, known)) yield atField(entry, path, says);
  }
  for (const [index, line] of body.split('\n').entries()) {
    for (const says of errors(line, inText)) yield inBody(entry, index, says);
  }
}

/** Conditions in positions where parents would read them as text. */
export function* misplacedConditions(entry: Entry, { facts }: Known): Iterable<string> {
  const { kind, file, body, bodyLine } = entry;
  if (!facts || kind === kinds.mails) return;
  const lines = body.split('\n');
  for (const [index, line] of lines.entries()) {
    const isFirst = (lines[index - 1] ?? '').trim() === '';
    const [found] = ANYWHERE.exec(isFirst ? line.replace(AT_BEGINNING, '') : line) ?? [];
    if (found) yield errorAt(file, bodyLine + index, `${found}: ${POSITION}`);
  }
}

/** Without these, an email leads nowhere. */
const LINKS = new Set(['link', 'orders', 'stop']);

/** Emails without the links that they need. A button has the link already. */
export function* missingLinks(entry: Entry): Iterable<string> {
  if (!isOf(entry, kinds.mails)) return;
  for (const name of ownPlaceholders(entry.file)) {
    const hasButton = name === 'link' && entry.fields.button !== undefined;
    if (!LINKS.has(name) || hasButton || entry.body.includes(`{${name}}`)) continue;
    yield inBody(entry, 0, `{${name}} is missing. Without it, the email leads nowhere.`);
  }
}

/** The letters of the fonts that covers, share pictures and sample PDFs are drawn with: Latin 1 and typographic marks. */
export const DRAWN = `${String.fromCharCode(...Array.from({ length: 224 }, (_, i) => 32 + i))}–—‘’“”…`;

/** Letters that those fonts lack. All other text uses the reader's own fonts, which have every letter. */
export function* undrawnLetters(entry: Entry): Iterable<string> {
  const drawn = entry.kind.isDrawn ?? (hasPage(entry.kind) || []);
  for (const [path, text] of textsIn(entry.data)) {
    if (drawn !== true && !drawn.includes(path[0] ?? '')) continue;
    const missing = [...new Set(text)].filter((one) => !DRAWN.includes(one) && !/\s/.test(one));
    const says = `The fonts of covers and pictures lack ${missing.join(' ')}. Write it with other letters.`;
    if (missing.length > 0) yield atField(entry, path, says);
  }
}

/** A file's page as search engines and shared links show it. */
export const shownOf = (kind: Kind, fields: Record<string, unknown>, brand: string): Shown => {
  if (kind.shown) return kind.shown(fields, brand);
  const { title, description, heading } = fields as Shown; // every page has them
  return { title: pageTitle(title, brand), description, heading };
};

/** The number of characters that search engines show of a title. */
const TITLE_MAX = 59;

/** Titles and descriptions that are too long once the shop's name and the facts are filled in. */
export function* longForSearch(entry: Entry, { facts }: Known): Iterable<string> {
  const { file, kind, fields, lineOf } = entry;
  if (!facts || !hasPage(kind)) return;
  const { title, description } = shownOf(kind, fields, facts['brand'] ?? '');
  const texts = [
    ['title', title, TITLE_MAX],
    ['summary' in fields ? 'summary' : 'description', description, DESCRIPTION_MAX],
  ] as const;
  for (const [key, text, max] of texts) {
    const filled = fillPlaceholders(text, facts);
    if (filled.length <= max || placeholderErrors(text, facts).length > 0) continue;
    const says = `"${key}" is too long. Filled in, it has ${filled.length} characters, and search engines show only ${max}: ${filled}`;
    yield errorAt(file, lineOf([key]), says);
  }
}
