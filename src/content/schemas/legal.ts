import { z } from 'astro/zod';
import { heading } from './fields.ts';
import { searchFields } from './parts.ts';

// Astro reads 2026-11-01 as a date, other readers as a text. "11/12/2026" may be either month.
const day = z.iso.date().transform((text) => new Date(text));

export const legalSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Refunds'),
  /** When the page was last changed: year, month, day. */
  updated: z.union([z.date(), day], { error: 'Write a date, as in 2026-11-01.' }),
});
