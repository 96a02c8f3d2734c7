import { reference } from 'astro:content';
import { z } from 'astro/zod';
import { count, heading } from '../editor/fields.ts';
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
    /** The guide that it is from: the name of a file in content/guides. */
    guide: reference('guides').meta({
      what: 'the name of a file in content/guides',
      example: 'guide-1',
    }),
    /** The number of a lesson that the guide lists under "preview". */
    lesson: count('the number of a lesson of that guide’s "preview"', 5),
  }),
  /** What makes the lessons work. */
  works: z.strictObject({
    heading: heading('Short, out loud and with real coins'),
    /** Four is a good number. */
    features: z.array(point).min(2).meta({ what: 'a list of at least two points', example: [] }),
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
