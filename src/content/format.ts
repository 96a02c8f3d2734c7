const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * A count as running text has it.
 *
 *     countWord(3)   // "three"
 *     countWord(12)  // "12"
 */
export function countWord(count: number): string {
  return WORDS[count] ?? String(count);
}

/**
 * Ages as the menu writes them, with a plain hyphen.
 *
 *     hyphenated('6–10')  // "6-10"
 */
export function hyphenated(ages: string): string {
  return ages.replace('–', '-');
}
