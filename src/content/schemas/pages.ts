import { z } from 'astro/zod';
import {
  count,
  headed,
  heading,
  headingOnly,
  lead,
  list,
  point,
  sampleMark,
  searchFields,
  text,
} from './fields.ts';

const points = list(point, 'Write at least two points, each with a title and a text.', 2);

export const homeSchema = z.strictObject({
  ...searchFields,
  /** The first screen: what the shop promises. */
  hero: headed,
  /** Why it matters; the words stand below the fields. */
  matters: headingOnly,
  /** Over the three guides. */
  shelf: headed,
  /** The bundle, as the good deal. */
  bundle: headed,
  /** A conversation out of a guide, to show how a lesson feels. */
  conversation: z.strictObject({
    ...headed.shape,
    /** The guide that it is from: the name of a file in content/guides, without its ending. */
    guide: text('Write the name of a file in content/guides, as in guide-1.'),
    /** The number of a lesson that the guide lists under "preview". */
    lesson: count('Write the number of a lesson of that guide’s "preview", as in 5.'),
  }),
  /** What makes the lessons work. */
  works: z.strictObject({
    /** Over the features. */
    heading: heading('Short, out loud and with real coins'),
    /** At least two; four is a good number. */
    features: points,
  }),
  /** Over the words of content/creator.md. */
  creator: headingOnly,
  /** Over the logos of content/logos. */
  trusted: headingOnly,
  /** Over the testimonials of content/testimonials. */
  voices: headingOnly,
  /** The end of the page. */
  lastCall: headed,
});

const STEPS = 'Write exactly four steps, each with a title and a text.';

/** The plain name of a part of the page, in small letters over its heading. At most 60 characters. */
const label = heading('Our mission');

export const aboutSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Money is a thing you can talk about'),
  /** The sentence under it. */
  lead,
  /** What the shop is for. */
  mission: headed.extend({ label }),
  /** Who we are; the words stand below the fields. */
  team: headingOnly.extend({ label }),
  /** How the guides work, in four steps. */
  steps: z.strictObject({
    label,
    /** Over the steps. */
    heading: heading('From page to kitchen table'),
    /** Exactly four. */
    items: list(point, STEPS, 4).max(4, { error: STEPS }),
  }),
  /** What makes it different. */
  different: z.strictObject({
    label,
    /** Over the points. */
    heading: heading('What you will not find here'),
    /** At least two. */
    items: points,
  }),
  /** Over the button that leads to the free printable. */
  printable: headed,
});

export const faqPageSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('What parents ask first'),
  /** The sentence under it. */
  lead,
  /** How to reach the shop. */
  support: headed,
});

export const findPageSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Find your purchase'),
  /** The sentence under it. */
  lead,
});

export const faqSchema = z.strictObject({
  /** As a parent would ask it. The answer stands below the fields. */
  question: text('Write at most 120 characters, as in "Which guide fits my child?"', 120),
});

export const legalSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Refunds'),
  /** When the page was last changed: year, month, day. */
  updated: z.iso
    .date({ error: 'Write a date, as in 2026-11-01.' })
    .transform((written) => new Date(written)),
});

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

export const creatorSchema = z.strictObject({
  /** The planner's name. */
  name: text('Write a name of at most 60 characters, as in "Jordan Avery".', 60),
  /** What the planner is. */
  role: text('Write at most 60 characters, as in "Certified Financial Planner".', 60),
  /** true while name and text are made up. Default: false. */
  sample: sampleMark,
});

export const testimonialSchema = z.strictObject({
  /** The parent who says it. The words stand below the fields. */
  name: text('Write a name of at most 60 characters, as in "Priya N."', 60),
  /** Who that is, in a few words. */
  detail: text('Write at most 60 characters, as in "mother of two, 7 and 9".', 60),
  /** true while the parent is made up. Default: false. */
  sample: sampleMark,
});

const MARK = 'Write the name of an SVG file in content/logos, as in library.svg.';

export const logoSchema = z.strictObject({
  /** The organization's name, as it writes itself. */
  name: text('Write a name of at most 60 characters, as in "Maple Street Library".', 60),
  /** The drawing beside it: an SVG file in the same folder. */
  mark: z.string({ error: MARK }).regex(/^[\w-]+\.svg$/, { error: MARK }),
  /** true while the organization is made up. Default: false. */
  sample: sampleMark,
});
