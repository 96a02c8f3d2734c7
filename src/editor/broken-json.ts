import type { Finding } from './finding.ts';
import {
  isClosing,
  isJson,
  isMark,
  isOpening,
  isWord,
  type Token,
  tokensOf,
} from './json-tokens.ts';

/** A bracket that waits for its other half, and the names used within it. */
type Open = { bracket: Token; names: Map<string, number> };

/** A token with its neighbors, and what is still open around it. */
type Place = {
  last: Token | undefined;
  token: Token;
  next: Token | undefined;
  open: Open | undefined;
};

type Check = (place: Place, sourceOf: (token: Token) => string) => Finding | null;

const closingOf = ({ bracket }: Open): string => (bracket.text === '{' ? '}' : ']');

const extraComma: Check = ({ last, token }, sourceOf) => {
  const isLast = last?.text === ',' && (isClosing(token.text) || token.text === ',');
  const isFirst = last && isOpening(last.text) && token.text === ',';
  const comma = isLast ? last : isFirst ? token : undefined;
  if (!comma) return null;
  const fixed = sourceOf(comma).replace(/,(?=\s*(?:[,}\]]|$))/, '');
  const says = 'There is a comma too many: a comma stands only between two entries.';
  return { line: comma.line, says, ...(fixed ? { fixed } : { tip: 'Take the comma out.' }) };
};

const missingComma: Check = ({ last, token, open }, sourceOf) => {
  if (!last || !(isClosing(last.text) || isWord(last.text))) return null;
  if (!isOpening(token.text) && !isWord(token.text)) return null;
  if (isOpening(token.text) && open?.bracket.text === '{') return unclosed(open, last.line);
  const says = 'A comma is missing at the end of this line, since another entry follows.';
  return { line: last.line, says, fixed: `${sourceOf(last)},` };
};

/** `name: 'text',` in whichever quotes, as it should be. */
function rewritten(source: string): string | undefined {
  const [, key, value, comma = ''] =
    /^\W?(\w+)\W?\s*:\s*["'“”„]?(.+?)["'“”„]?(,?)$/.exec(source) ?? [];
  if (!key || !value) return undefined;
  const [, dollars, cents] = /^\$? ?(\d+)\.(\d\d) ?\$?$/.exec(value) ?? [];
  const bare = dollars && cents ? `${dollars}${cents}` : value.toLowerCase();
  return `"${key}": ${isJson(bare) ? bare : JSON.stringify(value)}${comma}`;
}

const unknownWord: Check = ({ token }, sourceOf) => {
  const { text, line } = token;
  if (isMark(text) || isJson(text)) return null;
  if (/^(\/\/|\/\*|#)/.test(text)) {
    return { line, says: 'This file cannot hold remarks.', tip: 'Take the remark out.' };
  }
  const says = 'A name or a text stands between two straight double quotes.';
  return { line, says, fixed: rewritten(sourceOf(token)) };
};

const wrongName: Check = ({ last, token, next, open }, sourceOf) => {
  const { text, line } = token;
  const isName = open?.bracket.text === '{' && (last?.text === ',' || last?.text === '{');
  if (!isName || isClosing(text)) return null;
  if (/^\d+$/.test(text)) {
    const fixed = sourceOf(token).replaceAll(/(\d), *(?=\d)/g, '$1');
    return { line, says: 'A number has no comma in it.', fixed };
  }
  if (next?.text !== ':')
    return {
      line,
      says: 'A field is a name in quotes, a colon and a value.',
      tip: 'Compare with the lines around it.',
    };
  const first = open.names.get(text);
  open.names.set(text, line);
  if (first === undefined) return null;
  const says = `The field ${text} is there twice, on line ${first} and on line ${line}.`;
  return { line, says, tip: 'Take one of the two lines out.' };
};

const missingValue: Check = ({ last, token: { text } }) =>
  last?.text !== ':' || isOpening(text) || isWord(text)
    ? null
    : {
        line: last.line,
        says: 'After the colon a value is missing.',
        tip: 'A text stands in straight double quotes, a number without.',
      };

const wrongBracket: Check = ({ token: { text, line }, open }) => {
  if (!isClosing(text)) return null;
  if (!open) return { line, says: `There is a ${text} too many.`, tip: 'Take it out.' };
  return closingOf(open) === text ? null : unclosed(open, line);
};

const unclosed = (open: Open, line: number): Finding => ({
  line,
  says: `The ${open.bracket.text} of line ${open.bracket.line} is not closed: a ${closingOf(open)} is missing after this line.`,
});

const CHECKS = [extraComma, missingComma, unknownWord, wrongName, missingValue, wrongBracket];

/** Why a text is no JSON, and the line as it should be; null when it is JSON. */
export function explainJson(text: string): Finding | null {
  const lines = text.split(/\r?\n/);
  const sourceOf = ({ line }: Token) => lines[line - 1]?.trim() ?? '';
  const tokens = tokensOf(lines);
  const opened: Open[] = [];
  for (const [index, token] of tokens.entries()) {
    const place = { last: tokens[index - 1], token, next: tokens[index + 1], open: opened.at(-1) };
    for (const check of CHECKS) {
      const finding = check(place, sourceOf);
      if (finding) return finding;
    }
    if (isOpening(token.text)) opened.push({ bracket: token, names: new Map() });
    if (isClosing(token.text)) opened.pop();
  }
  const open = opened.at(-1);
  if (open) return unclosed(open, lines.length);
  return isJson(text)
    ? null
    : { line: 1, says: 'The file cannot be read. It begins with { and ends with }.' };
}
