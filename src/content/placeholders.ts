import { MAIL_NAMES, MAIL_PLACEHOLDERS } from '../contract/mail.ts';
import { type Entry, type CheckContext, atField, inBody, isOf, textsIn } from './entry.ts';
import { type Facts, placeholderErrors, unfilled } from './fill.ts';
import { kinds } from './kinds.ts';
import { errorAt } from './source.ts';

const PLAIN = 'Placeholders are not filled in here. Write the words themselves, without braces.';

/** Marks of paragraphs that are published only if the shop sends email, or only if it doesn't. */
const CONDITIONS = unfilled(['withMail', 'withoutMail']);
const AT_BEGINNING = /^\{(?:withMail|withoutMail)\} /;
const ANYWHERE = /\{(?:withMail|withoutMail)\}/;
const POSITION =
  'Both go at the start of a paragraph, with an empty line above and a space after, as in "{withMail} You also get an email."';

/** Filled in when the email is sent. */
const mailPlaceholders = (file: string): readonly string[] =>
  MAIL_NAMES.filter((name) => file === `${kinds.mails.at}${name}.md`).flatMap(
    (name) => MAIL_PLACEHOLDERS[name],
  );

export function* wrongPlaceholders(entry: Entry, { facts }: CheckContext): Iterable<string> {
  const { kind, file, data, body } = entry;
  if (!facts && !kind.plain) return;
  const known = kind.plain ? {} : { ...facts, ...unfilled(mailPlaceholders(file)) };
  // A shop that sends no email has no use for conditions in its emails.
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

/** In places where parents would read them as text. */
export function* misplacedConditions(entry: Entry, { facts }: CheckContext): Iterable<string> {
  const { kind, file, body, bodyLine } = entry;
  if (!facts || kind === kinds.mails) return;
  const lines = body.split('\n');
  for (const [index, line] of lines.entries()) {
    const isFirst = (lines[index - 1] ?? '').trim() === '';
    const misplaced = ANYWHERE.exec(isFirst ? line.replace(AT_BEGINNING, '') : line);
    if (misplaced) yield errorAt(file, bodyLine + index, `${misplaced[0]}: ${POSITION}`);
  }
}

const REQUIRED_LINKS = new Set(['link', 'orders', 'stop']);

/** An email with a button has its link there. */
export function* missingLinks(entry: Entry): Iterable<string> {
  if (!isOf(entry, kinds.mails)) return;
  for (const name of mailPlaceholders(entry.file)) {
    const hasButton = name === 'link' && entry.fields.button !== undefined;
    if (!REQUIRED_LINKS.has(name) || hasButton || entry.body.includes(`{${name}}`)) continue;
    yield inBody(entry, 0, `{${name}} is missing. Without it, the email leads nowhere.`);
  }
}
