import { plainRanges } from '#contract/ranges.ts';

/** Does not match inside a tag, because attributes are not displayed. */
const RANGE = /\d+\u2060?–\u2060?\d+(?![^<>]*>)/g;

/**
 * Prevents line breaks in a range such as "6–10". Uses a style, because some email clients show a
 * word joiner as a box. Skips the head, because its title would show a tag as text.
 */
export const unbrokenEmail = (html: string): string => {
  const bodyStart = Math.max(html.indexOf('<body'), 0);
  const body = html
    .slice(bodyStart)
    .replaceAll(RANGE, (range) => `<span style="white-space:nowrap">${plainRanges(range)}</span>`);
  return plainRanges(html.slice(0, bodyStart)) + body;
};
