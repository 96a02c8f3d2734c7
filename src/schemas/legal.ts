import { z } from 'astro/zod';
import { heading, noted } from '../editor/fields.ts';
import { searchFields } from './parts.ts';

export const legalSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Refunds'),
  /** When the page was last changed. */
  updated: noted(z.coerce.date(), { what: 'a date, as in 2026-11-01', example: '2026-11-01' }),
});
