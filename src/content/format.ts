const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * A count as it is written in a sentence.
 *
 *     countWord(3)   // "three"
 *     countWord(12)  // "12"
 */
export function countWord(count: number): string {
  return WORDS[count] ?? String(count);
}

/**
 * Ages as written in the menu, with a plain hyphen.
 *
 *     hyphenated('6–10')  // "6-10"
 */
export function hyphenated(ages: string): string {
  return ages.replace('–', '-');
}

/** A text whose ranges, such as "6–10", stay on one line: word joiners stand around their dashes. */
export const unbroken = (text: string): string =>
  text.replaceAll(/(?<=\d)–(?=\d)/g, '\u2060–\u2060');
