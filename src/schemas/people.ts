import { z } from 'astro/zod';
import { noted, sampleMark, text } from '../editor/fields.ts';

export const creatorSchema = z.strictObject({
  /** The planner's name. */
  name: text('a name', 'Jordan Avery', 60),
  /** What the planner is. */
  role: text('a role', 'Certified Financial Planner', 60),
  /** true while name and text are made up. */
  sample: sampleMark,
});

export const testimonialSchema = z.strictObject({
  /** The parent who says it. The words stand below the fields. */
  name: text('a name', 'Priya N.', 60),
  /** Who that is, in a few words. */
  detail: text('a few words', 'mother of two, 7 and 9', 60),
  /** true while the parent is made up. */
  sample: sampleMark,
});

export const logoSchema = z.strictObject({
  /** The organization's name, as it writes itself. */
  name: text('a name', 'Maple Street Library', 60),
  /** The drawing beside it: an SVG file in the same folder. */
  mark: noted(z.string().regex(/^[\w-]+\.svg$/), {
    what: 'the name of an SVG file in content/logos',
    example: 'library.svg',
  }),
  /** true while the organization is made up. */
  sample: sampleMark,
});
