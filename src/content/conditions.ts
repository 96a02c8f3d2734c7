import { type Finding, type Source, inBody } from './source.ts';

/** What stands before a paragraph that is there only where the shop sends mails, or only where it does not. */
const CONDITIONS = ['withMail', 'withoutMail'] as const;

const AT_BEGINNING = /^\{(withMail|withoutMail)\} /;
const ANYWHERE = /\{(?:withMail|withoutMail)\}/;
const PARAGRAPH = /<p>\{(withMail|withoutMail)\} ([^]*?)<\/p>\n?/g;

const PLACE =
  'Both stand only at the beginning of a paragraph, with an empty line before it and a space behind, as in "{withMail} A mail comes too."';

/** The two as facts, for the check of what stands in braces: each stands for itself. */
export const CONDITION_FACTS = Object.fromEntries(CONDITIONS.map((name) => [name, `{${name}}`]));

/** The paragraphs that are true of this shop, out of HTML that was made of Markdown. */
export const keepTrue = (html: string, hasMail: boolean): string =>
  html.replace(PARAGRAPH, (_, condition: string, words: string) =>
    (condition === 'withMail') === hasMail ? `<p>${words}</p>\n` : '',
  );

/** Conditions where they would be read as words. */
export const misplacedConditions = (source: Source): Finding[] =>
  inBody(source, (text, index, lines) => {
    const isFirst = (lines[index - 1] ?? '').trim() === '';
    const rest = isFirst ? text.replace(AT_BEGINNING, '') : text;
    const [found] = ANYWHERE.exec(rest) ?? [];
    return found ? [`${found}: ${PLACE}`] : [];
  });
