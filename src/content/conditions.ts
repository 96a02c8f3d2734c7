import { unfilled } from './fill.ts';
import { type Finding, type Source, inBody } from './finding.ts';

/** The starts of paragraphs that are printed only if the shop sends email, or only if it doesn't. */
export const CONDITIONS = unfilled(['withMail', 'withoutMail']);

const AT_BEGINNING = /^\{(?:withMail|withoutMail)\} /;
const ANYWHERE = /\{(?:withMail|withoutMail)\}/;
const PARAGRAPH = /<p>\{(withMail|withoutMail)\} ([^]*?)<\/p>\n?/g;

const POSITION =
  'Both go at the start of a paragraph, with an empty line above and a space after, as in "{withMail} You also get an email."';

/** Removes the paragraphs that don't apply to this shop from HTML made of Markdown. */
export const keepApplicable = (html: string, hasMail: boolean): string =>
  html.replace(PARAGRAPH, (_, condition: string, words: string) =>
    (condition === 'withMail') === hasMail ? `<p>${words}</p>\n` : '',
  );

/** Conditions in positions where parents would read them as text. */
export const misplacedConditions = (source: Source): Finding[] =>
  inBody(source, (text, index, lines) => {
    const isFirst = (lines[index - 1] ?? '').trim() === '';
    const rest = isFirst ? text.replace(AT_BEGINNING, '') : text;
    const [found] = ANYWHERE.exec(rest) ?? [];
    return found ? [`${found}: ${POSITION}`] : [];
  });
