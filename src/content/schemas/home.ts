import { z } from 'astro/zod';
import { count, heading, list, text } from './fields.ts';
import { headed, headingOnly, point, searchFields } from './parts.ts';

export const homeSchema = z.strictObject({
  ...searchFields,
  /** The first screen: what the shop promises. */
  hero: headed,
  /** Why it matters; the words stand below the fields. */
  matters: headingOnly,
  /** Over the three guides. */
  shelf: headed,
  /** The bundle, as the good deal. */
  bundle: headed,
  /** A conversation out of a guide, to show how a lesson feels. */
  conversation: z.strictObject({
    ...headed.shape,
    /** The guide that it is from: the name of a file in content/guides, without its ending. */
    guide: text('Write the name of a file in content/guides, as in guide-1.'),
    /** The number of a lesson that the guide lists under "preview". */
    lesson: count('Write the number of a lesson of that guide’s "preview", as in 5.'),
  }),
  /** What makes the lessons work. */
  works: z.strictObject({
    /** Over the features. */
    heading: heading('Short, out loud and with real coins'),
    /** At least two; four is a good number. */
    features: list(point, 'Write at least two points, each with a title and a text.', 2),
  }),
  /** Over the words of content/creator.md. */
  creator: headingOnly,
  /** Over the logos of content/logos. */
  trusted: headingOnly,
  /** Over the testimonials of content/testimonials. */
  voices: headingOnly,
  /** The end of the page. */
  lastCall: headed,
});
