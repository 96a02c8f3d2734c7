import { z } from 'astro/zod';
import { count, noted, text } from '../editor/fields.ts';

export const siteSchema = z.strictObject({
  /** The shop's name, in the header and in every page title. */
  brand: text('the shop’s name', 'Money-Smart Kids', 30),
  /** Where buyers write to. The setting PUBLIC_SUPPORT_EMAIL goes before it. */
  supportEmail: noted(z.email(), { what: 'an e-mail address', example: 'support@example.com' }),
  /** For how many days after buying a parent may have the money back. */
  refundWindowDays: count('a number of days', 14, 365),
  /** The one figure the shop quotes. */
  claim: z.strictObject({
    /** Of a hundred adults, how many. */
    percent: count('a whole number from 1 to 99', 88, 99),
    /** What those adults say; follows the figure. */
    text: text('what those adults say', 'of adults wish they had learned more about money.', 120),
  }),
});
