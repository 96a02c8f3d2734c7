/**
 * Ages as the menu writes them, with a plain hyphen.
 *
 *     hyphenated('6–10')  // "6-10"
 */
export function hyphenated(ages: string): string {
  return ages.replace('–', '-');
}
