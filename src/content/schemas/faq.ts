import { z } from 'astro/zod';
import { heading, text } from './fields.ts';
import { headed, lead, searchFields } from './parts.ts';

export const faqPageSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('What parents ask first'),
  /** The sentence under it. */
  lead,
  /** How to reach the shop. */
  support: headed,
});

export const faqSchema = z.strictObject({
  /** As a parent would ask it. The answer stands below the fields. */
  question: text('Write at most 120 characters, as in "Which guide fits my child?"', 120),
});
