/** What a page's content opens or restores too often (ISO 32000-1, 8.4.2, 9.4 and 14.6). */
export type Balance = {
  /** Graphics states that are restored without having been saved. */
  readonly missing: number;
  /** Graphics states that are saved and not restored. */
  readonly open: number;
  /** Text objects and marked content that do not end. */
  readonly openTexts: number;
  readonly openMarks: number;
};

const TOKEN =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<[\0\t\n\f\r \da-fA-F]*>|\/[^\0\t\n\f\r ()<>[\]{}/%]*|(?<word>[^\0\t\n\f\r ()<>[\]{}/%]+)|[^]/y;

/** The end of an inline picture's data, after which operators follow again. */
const END_OF_PICTURE = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ][\t\n\r\x20-\x7e]{0,12}|$)/g;

/** The position after a string, whose parentheses may be nested. */
const endOfString = (content: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const character = content[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && (depth -= 1) === 0) return at + 1;
  }
  return content.length;
};

const endOfPicture = (content: string, start: number): number => {
  END_OF_PICTURE.lastIndex = start;
  return END_OF_PICTURE.test(content) ? END_OF_PICTURE.lastIndex : content.length;
};

/** Reads a page's content, with one character per byte. */
export const balanceOf = (content: string): Balance => {
  let [depth, missing, openTexts, openMarks] = [0, 0, 0, 0];
  for (let at = 0; at < content.length;) {
    if (content[at] === '(') {
      at = endOfString(content, at);
      continue;
    }
    TOKEN.lastIndex = at;
    const word = TOKEN.exec(content)?.groups?.['word'];
    at = TOKEN.lastIndex;
    if (word === 'q') depth += 1;
    else if (word === 'Q') missing = Math.max(missing, -(depth -= 1));
    else if (word === 'BT') openTexts += 1;
    else if (word === 'ET') openTexts = Math.max(openTexts - 1, 0);
    else if (word === 'BMC' || word === 'BDC') openMarks += 1;
    else if (word === 'EMC') openMarks = Math.max(openMarks - 1, 0);
    else if (word === 'ID') at = endOfPicture(content, at);
  }
  return { missing, open: depth + missing, openTexts, openMarks };
};
