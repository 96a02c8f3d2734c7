import { z } from 'astro/zod';

// Each schema says in one sentence what belongs in its field, with an example. It is what an editor
// reads of any value that is wrong there, so each check of a field carries the same sentence.

/** The longest heading, in characters, that fits a phone. */
const HEADING_MAX = 60;
/** As much as search engines show under a page's title. */
const DESCRIPTION_MAX = 160;

/** A line of text. `max` in characters. */
export const text = (error: string, max = 600) =>
  z.string({ error }).trim().min(1, { error }).max(max, { error });

/** A heading, or the name of a lesson. */
export const heading = (example: string) =>
  text(`Write at most ${HEADING_MAX} characters, as in "${example}".`, HEADING_MAX);

/** The text that search engines show under a page's title. */
export const description = (example: string) =>
  text(
    `Write a sentence or two of at most ${DESCRIPTION_MAX} characters, as in "${example}"`,
    DESCRIPTION_MAX,
  );

/** A whole number from 1. */
export const count = (error: string, max = 1000) =>
  z.int({ error }).min(1, { error }).max(max, { error });

/** A list, of at least `min` entries. */
export const list = <S extends z.ZodType>(entry: S, error: string, min = 0) =>
  z.array(entry, { error }).min(min, { error });

/** One of a few words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `Write one of ${words.join(', ')}.` });

/** true while the text is a sample that the shop's owner has still to replace. Default: false. */
export const sampleMark = z.boolean({ error: 'Write true, or take the line out.' }).default(false);
