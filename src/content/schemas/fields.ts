import { z } from 'astro/zod';

// Each schema has one error message, which says what to write in the field and gives an example. An
// editor sees it for any wrong value, so all checks of a field use the same message.

/** The number of characters that search engines show under a page's title. */
export const DESCRIPTION_MAX = 160;

/** Text of at most `max` characters. */
export const text = (error: string, max = 600) =>
  z.string({ error }).trim().min(1, { error }).max(max, { error });

/** An example in quotes, at the end of an error. */
const quoted = (example: string): string => `"${example}"${/[.?]$/.test(example) ? '' : '.'}`;

/** Text of at most `max` characters. The error includes `example`. */
export const upTo = (max: number, example: string) =>
  text(`Write at most ${max} characters, as in ${quoted(example)}`, max);

/**
 * A day, such as "2026-11-01". Astro's YAML parser returns a Date. The content check passes a
 * string.
 */
export const day = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.iso
    .date({ error: 'Write a date, such as 2026-11-01.' })
    .transform((written) => new Date(written)),
);

/** One or two sentences. */
export const sentences = (example: string) =>
  text(`Write a sentence or two, such as ${quoted(example)}`);

/** A string that matches a pattern. */
export const matching = (form: RegExp, error: string) => z.string({ error }).regex(form, { error });

/** A heading, or the name of a lesson, short enough for a phone. */
export const heading = (example: string) => upTo(60, example);

/** The text that search engines show under a page's title. */
export const description = (example: string) =>
  text(
    `Write a sentence or two of at most ${DESCRIPTION_MAX} characters, such as "${example}"`,
    DESCRIPTION_MAX,
  );

/** A whole number from 1 to `max`. */
export const count = (error: string, max = 1000) =>
  z.int({ error }).min(1, { error }).max(max, { error });

/** A list of at least `min` entries. */
export const list = <S extends z.ZodType>(entry: S, error: string, min = 0) =>
  z.array(entry, { error }).min(min, { error });

/** One of several words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `Write one of ${words.join(', ')}.` });

/** true while the text is a sample that the owner has yet to replace. Default: false. */
export const sampleMark = z.boolean({ error: 'Write true, or remove the line.' }).default(false);

/** A heading with text below it. */
export const headed = z.strictObject({
  heading: heading('How old is your child?'),
  text: sentences('One guide for each age, to read tonight.'),
});

/** A heading without a field for text. */
export const headingOnly = z.strictObject({
  heading: heading('The planner who wrote it'),
});

/** A short title with a sentence or two. */
export const point = z.strictObject({
  title: heading('Ten minutes is enough'),
  text: sentences('You read one page and do one thing together.'),
});

const ADDRESSES =
  'Write a list of addresses without the site’s name, one per line, as in "- /articles/pocket-money".';

/** Addresses that a page had before its file was renamed, oldest first. Default: none. */
export const formerAddresses = list(matching(/^(?:\/[\w.~-]+)+$/, ADDRESSES), ADDRESSES).default(
  [],
);

/** The fields of every page that search engines show. */
export const searchFields = {
  /** The page's title in the browser's tab and in search results. */
  title: heading('About the guides'),
  /** What search engines show below the title. */
  description: description('Who writes the guides, and how a lesson gets to your kitchen table.'),
};

/** The fields of a page with a headline and a lead. `example` is a sample headline. */
export const pageFields = (example: string) => ({
  ...searchFields,
  /** The headline of the page. */
  heading: heading(example),
  /** The sentence below the headline. */
  lead: upTo(240, 'Short answers for parents.'),
});
