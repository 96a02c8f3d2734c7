import { z } from 'astro/zod';
import { heading, list } from './fields.ts';
import { headed, headingOnly, lead, point, searchFields } from './parts.ts';

const STEPS = 'Write exactly four steps, each with a title and a text.';

export const aboutSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Money is a thing you can talk about'),
  /** The sentence under it. */
  lead,
  /** What the shop is for. */
  mission: headed,
  /** Who we are; the words stand below the fields. */
  team: headingOnly,
  /** How the guides work, in four steps. */
  steps: z.strictObject({
    /** Over the steps. */
    heading: heading('From page to kitchen table'),
    /** Exactly four. */
    items: list(point, STEPS, 4).max(4, { error: STEPS }),
  }),
  /** What makes it different. */
  different: z.strictObject({
    /** Over the points. */
    heading: heading('What you will not find here'),
    /** At least two. */
    items: list(point, 'Write at least two points, each with a title and a text.', 2),
  }),
  /** Over the button that leads to the free printable. */
  printable: headed,
});
