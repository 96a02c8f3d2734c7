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

/** Names a lesson that a guide gives in full. */
const previewChoice = {
  /** The guide: the name of a file in content/guides, without ".md". */
  guide: text('Write the name of a file in content/guides, as in guide-1.'),
  /** The number of a lesson that the guide lists under "preview". */
  lesson: count('Write the number of a lesson of that guide’s "preview", as in 5.'),
};

export const homeSchema = z.strictObject({
  ...searchFields,
  /** The first screen: what the shop promises. */
  hero: headed,
  /** Why it matters. The text is below the fields. */
  matters: headingOnly,
  /** Over the three guides. */
  guides: headed,
  /** The bundle, as the good deal. */
  bundle: headed,
  /** A conversation from a guide, to show what a lesson is like. */
  conversation: headed.extend(previewChoice),
  /** What makes the lessons work. */
  works: z.strictObject({
    /** Over the features. */
    heading: heading('Short, out loud and with real coins'),
    /** At least two; four is a good number. */
    features: points,
  }),
  /** Over the text of content/creator.md. */
  creator: headingOnly,
  /** Over the logos of content/logos. */
  trusted: headingOnly,
  /** Over the testimonials of content/testimonials. */
  voices: headingOnly,
  /** The end of the page. */
  lastCall: headed,
});

/** The free lesson. What to read and say is in the guide. The text below the fields says what to do if it fails. */
export const lessonSchema = z.strictObject({
  ...searchFields,
  ...previewChoice,
  /** The headline of the page. */
  heading: heading('Ten quarters, three jars'),
  /** The sentence under it. */
  lead,
  /** What to have ready. At least one thing. */
  need: list(
    text('Write one thing in at most 120 characters, as in "Ten quarters".', 120),
    'Write a list of what to have ready, at least one thing.',
    1,
  ),
  /** The ten minutes, step by step. At least two. */
  steps: points,
  /** At the end of the page, over the buy button. */
  next: headed,
});

const STEPS = 'Write exactly four steps, each with a title and a text.';

/** The plain name of a section, in small type over its heading. At most 60 characters. */
const label = heading('Our mission');

export const aboutSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Money is something you can talk about'),
  /** The sentence under it. */
  lead,
  /** What the shop is for. */
  mission: headed.extend({ label }),
  /** Who we are. The text is below the fields. */
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
    heading: heading('What you won’t find here'),
    /** At least two. */
    items: points,
  }),
  /** Over the button to the free printable. */
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

/** The text below the fields says what happens next. */
export const findPageSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Find your purchase'),
  /** The sentence under it. */
  lead,
});

export const faqSchema = z.strictObject({
  /** As a parent would ask it. The answer is below the fields. */
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
  /** The address that buyers write to. The setting PUBLIC_SUPPORT_EMAIL overrides it. */
  supportEmail: z.email({ error: 'Write an email address, as in support@example.com.' }),
  /** The number of days after buying in which a parent can get a refund. */
  refundWindowDays: count('Write a number of days, as in 14.', 365),
  /** The one figure the shop quotes. */
  claim: z.strictObject({
    /** The percentage of adults. */
    percent: count('Write a whole number from 1 to 99, as in 88.', 99),
    /** What those adults say. Follows the figure. */
    text: text('Write at most 120 characters, as in "of adults wish they had learned more."', 120),
    /** Who found that out, and when. Shown under the figure. Default: none. */
    source: text(
      'Write at most 120 characters, as in "Survey of 1,000 adults, 2025".',
      120,
    ).optional(),
  }),
});

export const creatorSchema = z.strictObject({
  /** The planner's name. */
  name: text('Write a name of at most 60 characters, as in "Jordan Avery".', 60),
  /** The planner's profession. */
  role: text('Write at most 60 characters, as in "Certified Financial Planner".', 60),
  /** true while the name and the text are made up. Default: false. */
  sample: sampleMark,
});

export const testimonialSchema = z.strictObject({
  /** The parent who says it. The quote is below the fields. */
  name: text('Write a name of at most 60 characters, as in "Priya N."', 60),
  /** Who the parent is, in a few words. */
  detail: text('Write at most 60 characters, as in "mother of two, 7 and 9".', 60),
  /** true while the parent is made up. Default: false. */
  sample: sampleMark,
});

const MARK = 'Write the name of an SVG file in content/logos, as in library.svg.';

export const logoSchema = z.strictObject({
  /** The organization's name, as it writes it. */
  name: text('Write a name of at most 60 characters, as in "Maple Street Library".', 60),
  /** Its logo: an SVG file in the same folder. */
  mark: z.string({ error: MARK }).regex(/^[\w-]+\.svg$/, { error: MARK }),
  /** true while the organization is made up. Default: false. */
  sample: sampleMark,
});
