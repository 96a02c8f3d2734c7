import { z } from 'astro/zod';
import { kind } from '../kind.ts';
import { count, matching, sampleMark, upTo } from './fields.ts';

/** The files that several pages show, or a part of one. */
export const parts = {
  site: kind(
    'content/site.md',
    { plain: true, isDrawn: ['brand'] },
    z.strictObject({
      /** The shop's name, in the header and in every page title. */
      brand: upTo(30, 'Money-Smart Kids'),
      /** The address that buyers write to. The setting PUBLIC_SUPPORT_EMAIL overrides it. */
      supportEmail: z.email({ error: 'Write an email address, as in support@example.com.' }),
      /** The seller's legal name: at the end of every page and email, and on the legal pages. Default: none. */
      legalName: upTo(80, 'Maple Street Media LLC').optional(),
      /** The seller's postal address, on one line. Default: none. */
      postalAddress: upTo(160, '12 Elm St, Portland, OR 97201, USA').optional(),
      /** The number of days after buying in which a parent can get a refund. */
      refundWindowDays: count('Write a number of days, as in 14.', 365),
      /** The one figure that the shop quotes. */
      claim: z.strictObject({
        /** The percentage of adults. */
        percent: count('Write a whole number from 1 to 99, as in 88.', 99),
        /** What those adults say. Follows the figure. */
        text: upTo(120, 'of adults wish they had learned more.'),
        /** The figure's source, shown under it. Default: none. */
        source: upTo(120, 'Survey of 1,000 adults, 2025').optional(),
      }),
    }),
  ),
  /** The questions of the FAQ page. The answer is below the fields. */
  faqs: kind(
    'content/faqs/',
    { page: '/faqs#', hasText: true },
    z.strictObject({
      question: upTo(120, 'Which guide fits my child?'),
    }),
  ),
  creator: kind(
    'content/creator.md',
    { hasText: true, isDrawn: true },
    z.strictObject({
      /** The planner's name. */
      name: upTo(60, 'Jordan Avery'),
      /** The planner's profession. */
      role: upTo(60, 'Certified Financial Planner'),
      /** Two sentences about the planner, under the name. Default: none. */
      about: upTo(240, 'Jordan has helped families plan since 2009.').optional(),
      /** The public page of the planner's license. Default: none. */
      license: z.url({ error: 'Write a whole address, as in https://www.cfp.net/…' }).optional(),
      /** true while the name and the text are made up. Default: false. */
      sample: sampleMark,
    }),
  ),
  /** The quote is below the fields. */
  testimonials: kind(
    'content/testimonials/',
    { hasText: true, mayBeNone: true },
    z.strictObject({
      /** The parent's name. */
      name: upTo(60, 'Priya N.'),
      /** A few words about the parent. */
      detail: upTo(60, 'mother of two, 7 and 9'),
      /** true while the parent is made up. Default: false. */
      sample: sampleMark,
    }),
  ),
  logos: kind(
    'content/logos/',
    { plain: true, mayBeNone: true },
    z.strictObject({
      /** The organization's name, as it writes it. */
      name: upTo(60, 'Maple Street Library'),
      /** Its logo: an SVG file in the same folder. */
      mark: matching(
        /^[\w-]+\.svg$/,
        'Write the name of an SVG file in content/logos, as in library.svg.',
      ),
      /** true while the organization is made up. Default: false. */
      sample: sampleMark,
    }),
  ),
};
