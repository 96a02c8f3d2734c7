import { z } from 'astro/zod';
import { count, text } from './fields.ts';

export const siteSchema = z.strictObject({
  /** The shop's name, in the header and in every page title. */
  brand: text('Write a name of at most 30 characters, as in "Money-Smart Kids".', 30),
  /** Where buyers write to. The setting PUBLIC_SUPPORT_EMAIL goes before it. */
  supportEmail: z.email({ error: 'Write an e-mail address, as in support@example.com.' }),
  /** For how many days after buying a parent may have the money back. */
  refundWindowDays: count('Write a number of days, as in 14.', 365),
  /** The one figure the shop quotes. */
  claim: z.strictObject({
    /** Of a hundred adults, how many. */
    percent: count('Write a whole number from 1 to 99, as in 88.', 99),
    /** What those adults say; follows the figure. */
    text: text('Write at most 120 characters, as in "of adults wish they had learned more."', 120),
  }),
});
