import { MAIL_NAMES, MAIL_PLACEHOLDERS } from '../../contract/mail.ts';
import {
  type Entry,
  type CheckContext,
  fieldError,
  bodyError,
  isOf,
  collectTexts,
} from './entry.ts';
import { type Facts, placeholderErrors, unfilled } from '../fill.ts';
import { COLLECTIONS, type CollectionName } from '../collections.ts';
import { lineError } from './line-error.ts';

/** Collections that must not contain placeholders. */
const WITHOUT_PLACEHOLDERS: ReadonlySet<CollectionName> = new Set(['catalog', 'site', 'logos']);
const PLAIN = 'Placeholders are not filled in here. Write the text itself, without braces.';

/**
 * A paragraph that starts with `{withMail}` is published only if the shop sends email, and one with
 * `{withBundle}` only if it sells the bundle. `{withoutMail}` and `{withoutBundle}` mean the
 * opposite.
 */
const CONDITIONS = unfilled(['withMail', 'withoutMail', 'withBundle', 'withoutBundle']);
const CONDITION_AT_START = /^\{with(?:out)?(?:Mail|Bundle)\} /;
const CONDITION = /\{with(?:out)?(?:Mail|Bundle)\}/;
const POSITION =
  'It goes at the start of a paragraph, with an empty line above and a space after, as in "{withMail} You also get an email."';

const mailPlaceholders = (file: string): readonly string[] =>
  MAIL_NAMES.filter((name) => file === `${COLLECTIONS.mails.location}${name}.md`).flatMap(
    (name) => MAIL_PLACEHOLDERS[name],
  );

export function* findPlaceholderErrors(entry: Entry, { facts }: CheckContext): Iterable<string> {
  const { collection, file, data, body } = entry;
  const isPlain = WITHOUT_PLACEHOLDERS.has(collection);
  if (!facts && !isPlain) return;
  const known = isPlain ? {} : { ...facts, ...unfilled(mailPlaceholders(file)) };
  // Emails can't have conditions, because their plain-text part would show the braces.
  const inText = isPlain || collection === 'mails' ? known : { ...known, ...CONDITIONS };
  const errors = (text: string, placeholders: Facts): string[] =>
    placeholderErrors(text, placeholders).map((error) => (isPlain ? PLAIN : error));
  for (const [path, text] of collectTexts(data)) {
    for (const message of errors(text, known)) yield fieldError(entry, path, message);
  }
  for (const [index, line] of body.split('\n').entries()) {
    for (const message of errors(line, inText)) yield bodyError(entry, index, message);
  }
}

/** A condition that is not at the start of a paragraph would be published as text. */
export function* findMisplacedConditions(entry: Entry, { facts }: CheckContext): Iterable<string> {
  const { collection, file, body, bodyLine } = entry;
  if (!facts || collection === 'mails') return;
  const lines = body.split('\n');
  for (const [index, line] of lines.entries()) {
    const isFirst = (lines[index - 1] ?? '').trim() === '';
    const misplaced = CONDITION.exec(isFirst ? line.replace(CONDITION_AT_START, '') : line);
    if (misplaced) yield lineError(file, bodyLine + index, `${misplaced[0]}: ${POSITION}`);
  }
}

const REQUIRED_LINKS = new Set(['link', 'orders', 'stop']);

export function* findMissingLinks(entry: Entry): Iterable<string> {
  if (!isOf(entry, 'mails')) return;
  for (const name of mailPlaceholders(entry.file)) {
    // The button contains the link.
    const hasButton = name === 'link' && entry.fields.button !== undefined;
    if (!REQUIRED_LINKS.has(name) || hasButton || entry.body.includes(`{${name}}`)) continue;
    yield bodyError(entry, 0, `{${name}} is missing. Add it, because the email needs this link.`);
  }
}
