import { plainRanges } from '#contract/ranges.ts';

/** Not in a tag, since an attribute is no part of a line. */
const RANGE = /\d+\u2060?–\u2060?\d+(?![^<>]*>)/g;

/**
 * Keeps a line of an email from breaking inside a range such as "6–10". By a style, because some
 * email programs show a word joiner as a box. The head has a title, in which a tag would be text.
 */
export const unbrokenEmail = (html: string): string => {
  const bodyStart = Math.max(html.indexOf('<body'), 0);
  const body = html
    .slice(bodyStart)
    .replaceAll(RANGE, (range) => `<span style="white-space:nowrap">${plainRanges(range)}</span>`);
  return plainRanges(html.slice(0, bodyStart)) + body;
};
