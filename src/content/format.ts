const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * Formats a count for use in a sentence.
 *
 *     countWord(3)   // "three"
 *     countWord(12)  // "12"
 */
export const countWord = (count: number): string => WORDS[count] ?? String(count);

export const pageTitle = (title: string, brand: string): string => `${title} | ${brand}`;
