import { z } from 'astro/zod';
import { heading, text } from '../editor/fields.ts';
import { headed, searchFields } from './parts.ts';

export const faqPageSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('What parents ask first'),
  /** The sentence under it. */
  lead: text('a sentence or two', 'Short answers. If yours is missing, write to us.', 240),
  /** How to reach the shop. */
  support: headed,
});

export const faqSchema = z.strictObject({
  /** As a parent would ask it. The answer stands below the fields. */
  question: text('a question of at most 120 characters', 'Which guide fits my child?', 120),
});
