import { z } from 'astro/zod';
import { kind } from '../kind.ts';
import { count, sampleMark, text } from './fields.ts';

const MARK = 'Write the name of an SVG file in content/logos, as in library.svg.';

/** The files that several pages show, or a part of one. */
export const parts = {
  site: kind(
    'content/site.md',
    { plain: true, isDrawn: ['brand'] },
    z.strictObject({
      /** The shop's name, in the header and in every page title. */
      brand: text('Write a name of at most 30 characters, as in "Money-Smart Kids".', 30),
      /** The address that buyers write to. The setting PUBLIC_SUPPORT_EMAIL overrides it. */
      supportEmail: z.email({ error: 'Write an email address, as in support@example.com.' }),
      /** Who sells, by law: at the end of every page and email, and on the legal pages. Default: none. */
      legalName: text(
        'Write at most 80 characters, as in "Maple Street Media LLC".',
        80,
      ).optional(),
      /** Where letters to the seller go. Default: none. */
      postalAddress: text(
        'Write at most 160 characters on one line, as in "12 Elm St, Portland, OR 97201, USA".',
        160,
      ).optional(),
      /** The number of days after buying in which a parent can get a refund. */
      refundWindowDays: count('Write a number of days, as in 14.', 365),
      /** The one figure the shop quotes. */
      claim: z.strictObject({
        /** The percentage of adults. */
        percent: count('Write a whole number from 1 to 99, as in 88.', 99),
        /** What those adults say. Follows the figure. */
        text: text(
          'Write at most 120 characters, as in "of adults wish they had learned more."',
          120,
        ),
        /** Who found that out, and when. Shown under the figure. Default: none. */
        source: text(
          'Write at most 120 characters, as in "Survey of 1,000 adults, 2025".',
          120,
        ).optional(),
      }),
    }),
  ),
  /** The questions of the FAQ page. The answer is below the fields. */
  faqs: kind(
    'content/faqs/',
    { page: '/faqs#', hasText: true },
    z.strictObject({
      /** As a parent would ask it. */
      question: text('Write at most 120 characters, as in "Which guide fits my child?"', 120),
    }),
  ),
  creator: kind(
    'content/creator.md',
    { hasText: true, isDrawn: true },
    z.strictObject({
      /** The planner's name. */
      name: text('Write a name of at most 60 characters, as in "Jordan Avery".', 60),
      /** The planner's profession. */
      role: text('Write at most 60 characters, as in "Certified Financial Planner".', 60),
      /** Two sentences about the planner, under the name. Default: none. */
      about: text(
        'Write two sentences of at most 240 characters, as in "Jordan ...".',
        240,
      ).optional(),
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
      /** The parent who says it. */
      name: text('Write a name of at most 60 characters, as in "Priya N."', 60),
      /** Who the parent is, in a few words. */
      detail: text('Write at most 60 characters, as in "mother of two, 7 and 9".', 60),
      /** true while the parent is made up. Default: false. */
      sample: sampleMark,
    }),
  ),
  logos: kind(
    'content/logos/',
    { plain: true, mayBeNone: true },
    z.strictObject({
      /** The organization's name, as it writes it. */
      name: text('Write a name of at most 60 characters, as in "Maple Street Library".', 60),
      /** Its logo: an SVG file in the same folder. */
      mark: z.string({ error: MARK }).regex(/^[\w-]+\.svg$/, { error: MARK }),
      /** true while the organization is made up. Default: false. */
      sample: sampleMark,
    }),
  ),
};
