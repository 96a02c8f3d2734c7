import { z } from 'astro/zod';
import { sampleMark, text } from './fields.ts';

export const creatorSchema = z.strictObject({
  /** The planner's name. */
  name: text('Write a name of at most 60 characters, as in "Jordan Avery".', 60),
  /** What the planner is. */
  role: text('Write at most 60 characters, as in "Certified Financial Planner".', 60),
  /** true while name and text are made up. Default: false. */
  sample: sampleMark,
});

export const testimonialSchema = z.strictObject({
  /** The parent who says it. The words stand below the fields. */
  name: text('Write a name of at most 60 characters, as in "Priya N."', 60),
  /** Who that is, in a few words. */
  detail: text('Write at most 60 characters, as in "mother of two, 7 and 9".', 60),
  /** true while the parent is made up. Default: false. */
  sample: sampleMark,
});

const MARK = 'Write the name of an SVG file in content/logos, as in library.svg.';

export const logoSchema = z.strictObject({
  /** The organization's name, as it writes itself. */
  name: text('Write a name of at most 60 characters, as in "Maple Street Library".', 60),
  /** The drawing beside it: an SVG file in the same folder. */
  mark: z.string({ error: MARK }).regex(/^[\w-]+\.svg$/, { error: MARK }),
  /** true while the organization is made up. Default: false. */
  sample: sampleMark,
});
