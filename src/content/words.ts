import { CONDITIONS, misplacedConditions } from './conditions.ts';
import { type Facts, fill, placeholderErrors, unfilled } from './fill.ts';
import { pageTitle } from './format.ts';
import { type Kind, type Shown, hasPage } from './kind.ts';
import { kinds } from './kinds.ts';
import { ownPlaceholders } from './schemas/mail.ts';
import { type Entry, type Finding, type Known, atField, inBody, isOf, textsIn } from './finding.ts';

/** The number of characters that search engines show of a title and of a description. */
const TITLE_MAX = 59;
const DESCRIPTION_MAX = 160;

const BELOW = 'In the text below the fields';
const PLAIN = 'Placeholders are not filled in here. Write the words themselves, without braces.';

/** Braces in a file that are no known placeholder, and conditions in the wrong position. */
export function wrongPlaceholders(entry: Entry, { facts }: Known): Finding[] {
  const { kind, file, data } = entry;
  const isMail = kind === kinds.mails;
  if (!facts && !kind.plain) return [];
  const known = kind.plain ? {} : { ...facts, ...unfilled(ownPlaceholders(file)) };
  // A shop that sends no email sends none of these either, so they need no conditions.
  const inText = kind.plain || isMail ? known : { ...known, ...CONDITIONS };
  const errors = (text: string, placeholders: Facts): string[] =>
    placeholderErrors(text, placeholders).map((error) => (kind.plain ? PLAIN : error));
  return [
    ...textsIn(data).flatMap(([path, text]) =>
      errors(text, known).map((says) => atField(entry, path, says)),
    ),
    ...inBody(entry, (text) => errors(text, inText).map((says) => `${BELOW}: ${says}`)),
    ...(isMail ? [] : misplacedConditions(entry)),
  ];
}

/** Without these, an email leads nowhere. */
const LINKS = new Set(['link', 'orders', 'stop']);

/** Emails without the links that they need. A button has the link already. */
export function missingLinks(entry: Entry): Finding[] {
  if (!isOf(entry, kinds.mails)) return [];
  const { file, fields, body, bodyLine } = entry;
  return ownPlaceholders(file)
    .filter((name) => LINKS.has(name) && !body.includes(`{${name}}`))
    .filter((name) => name !== 'link' || fields.button === undefined)
    .map((name) => {
      const says = `${BELOW}: {${name}} is missing. Without it, the email leads nowhere.`;
      return { file, line: bodyLine, says };
    });
}

type Titled = { title: string; description: string; heading: string };

/** A file's page as search engines and shared links show it. */
export const shownOf = (kind: Kind, fields: Record<string, unknown>, brand: string): Shown => {
  if (kind.shown) return kind.shown(fields, brand);
  const { title, description, heading } = fields as Titled; // every page has them
  return { title: pageTitle(title, brand), description, heading };
};

/** Titles and descriptions that are too long once the shop's name and the facts are filled in. */
export function longForSearch(entry: Entry, { facts }: Known): Finding[] {
  const { file, kind, fields, lineOf } = entry;
  if (!facts || !hasPage(kind)) return [];
  const { title, description } = shownOf(kind, fields, facts['brand'] ?? '');
  const texts = [
    ['title', title, TITLE_MAX],
    ['summary' in fields ? 'summary' : 'description', description, DESCRIPTION_MAX],
  ] as const;
  return texts.flatMap(([key, text, max]) => {
    const filled = fill(text, facts);
    if (filled.length <= max || placeholderErrors(text, facts).length > 0) return [];
    const says = `"${key}" is too long. Filled in, it has ${filled.length} characters, and search engines show only ${max}: ${filled}`;
    return [{ file, line: lineOf([key]), says }];
  });
}
