import { z } from 'astro/zod';
import { heading, text } from '../editor/fields.ts';
import { headed, headingOnly, point, searchFields } from './parts.ts';

export const aboutSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Money is a thing you can talk about'),
  /** The sentence under it. */
  lead: text(
    'a sentence or two',
    'We write the pages we wished for at our own kitchen tables.',
    240,
  ),
  /** What the shop is for. */
  mission: headed,
  /** Who we are; the words stand below the fields. */
  team: headingOnly,
  /** How the guides work, in four steps. */
  steps: z.strictObject({
    heading: heading('From page to kitchen table'),
    items: z.array(point).length(4).meta({ what: 'a list of exactly four steps', example: [] }),
  }),
  /** What makes it different. */
  different: z.strictObject({
    heading: heading('What you will not find here'),
    items: z.array(point).min(2).meta({ what: 'a list of at least two points', example: [] }),
  }),
  /** Over the button that leads to the free printable. */
  printable: headed,
});
