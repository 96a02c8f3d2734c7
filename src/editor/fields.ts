import { z } from 'astro/zod';

/** What an editor is told about a field when it is wrong. */
export type FieldNote = {
  /** What belongs there, to follow "should be". */
  what: string;
  /** A value that would do, as in the sample content. */
  example: unknown;
  /** Mends the usual slip, where there is one. */
  mend?: (value: unknown) => unknown;
};

/** Marks a field with its note. It must be the last call on the schema: others make a new one. */
export const noted = <S extends z.ZodType>(schema: S, note: FieldNote): S => schema.meta(note);

const TITLE_MAX = 60;
const DESCRIPTION_MAX = 160;

/** A line of text. `max` in characters. */
export const text = (what: string, example: string, max = 600) =>
  noted(z.string().trim().min(1).max(max), { what, example });

/** A heading, or the name of a lesson: short enough for a phone. */
export const heading = (example: string) =>
  text(`a short text of at most ${TITLE_MAX} characters`, example, TITLE_MAX);

/** The text that search engines show under a page's title. */
export const description = (example: string) =>
  text(`a sentence or two of at most ${DESCRIPTION_MAX} characters`, example, DESCRIPTION_MAX);

/** A whole number from 1. */
export const count = (what: string, example: number, max = 1000) =>
  noted(z.int().min(1).max(max), { what, example });

/** One of a few words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  noted(z.enum(words), { what: `one of ${words.join(', ')}`, example: words[0] });

/** true while the text is a sample that the shop's owner has still to replace. */
export const sampleMark = z
  .boolean()
  .default(false)
  .meta({ what: 'true or false', example: true } satisfies FieldNote);
