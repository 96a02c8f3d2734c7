import { z } from 'astro/zod';
import {
  count,
  day,
  formerAddresses,
  headed,
  heading,
  headingOnly,
  list,
  matching,
  pageFields,
  point,
  searchFields,
  text,
  upTo,
} from './fields.ts';

const points = list(point, 'Write at least two points, each with a title and text.', 2);

/** Refers to a lesson that a guide's page shows in full. */
const previewChoice = {
  /** The guide: the name of a file in content/guides, without ".md". */
  guide: text('Write the name of a file in content/guides, such as guide-1.'),
  /** The number of a lesson that the guide lists under "preview". */
  lesson: count('Write the number of a lesson in that guide’s "preview", such as 5.'),
};

/** The plain name of a section, in small type above its heading. At most 60 characters. */
const label = heading('Our mission');
const STEPS = 'Write exactly four steps, each with a title and text.';

export const homeSchema = z.strictObject({
  ...searchFields,
  /** The first screen: what the shop promises. */
  hero: headed,
  /** Why teaching children about money matters. The text is below the fields. */
  matters: headingOnly,
  /** The heading and text above the guides. */
  guides: headed,
  /** The section that presents the bundle as the better deal. */
  bundle: headed,
  /** A conversation from a guide, to show what a lesson is like. */
  conversation: headed.extend(previewChoice),
  /** What makes the lessons work. At least two features; four is a good number. */
  works: headingOnly.extend({ features: points }),
  /** The heading above the text from content/creator.md. */
  creator: headingOnly,
  /** The heading above the logos from content/logos. */
  trusted: headingOnly,
  /** The heading above the testimonials from content/testimonials. */
  voices: headingOnly,
  /** The section at the end of the page. */
  lastCall: headed,
});

/**
 * A free lesson. The guide's file has the text to read and the conversation. The text below the
 * fields says what to do if the conversation goes differently.
 */
export const lessonSchema = z.strictObject({
  ...pageFields('Ten quarters, three jars'),
  ...previewChoice,
  /** What to have ready. List at least one thing. */
  need: list(
    upTo(120, 'Ten quarters'),
    'Write a list of what to have ready, at least one thing.',
    1,
  ),
  /** What to do in the lesson's ten minutes, in at least two steps. */
  steps: points,
  /** The heading and text above the buy button at the end of the page. */
  next: headed,
  /** Addresses that this page had before, oldest first. They redirect here. Default: none. */
  formerly: formerAddresses,
});

export const aboutSchema = z.strictObject({
  ...pageFields('Money is something you can talk about'),
  /** What the shop is for. */
  mission: headed.extend({ label }),
  /** Who we are. The text is below the fields. */
  team: headingOnly.extend({ label }),
  /** How the guides work, in exactly four steps. */
  steps: headingOnly.extend({ label, items: list(point, STEPS, 4).max(4, { error: STEPS }) }),
  /** What makes the guides different, in at least two points. */
  different: headingOnly.extend({ label, items: points }),
  /** The heading and text above the button that leads to the free printable. */
  printable: headed,
});

/** The page that lists the articles. */
export const articlePageSchema = z.strictObject(pageFields('Short answers to big questions'));

export const articleSchema = z.strictObject({
  ...pageFields('How much allowance, and for what?'),
  /** The guide offered below the article: the name of a file in content/guides, without ".md". */
  guide: text('Write the name of a file in content/guides, such as guide-1.'),
  /**
   * The day of publication: year, month, day. The articles page lists the newest article first. An
   * article with a future day is published by the first build on or after that day.
   */
  published: day,
  /** The day on which the article was last changed: year, month, day. Default: none. */
  updated: day.optional(),
  /** Addresses that this page had before, oldest first. They redirect here. Default: none. */
  formerly: formerAddresses,
  /** What social networks show with a link to the article. Default: content/share.png. */
  image: z
    .strictObject({
      /** A picture in the same folder, 1200 by 630 pixels. */
      file: matching(
        /^[\w-]+\.(png|jpe?g)$/,
        'Write the name of a picture in content/articles, such as allowance.png.',
      ),
      /** What the picture shows, for people who can't see it. */
      alt: upTo(120, 'Three jars on a windowsill'),
    })
    .optional(),
});

export const faqPageSchema = z.strictObject({
  ...pageFields('What parents ask first'),
  /** How to reach the shop. */
  support: headed,
});

/** The text below the fields says what happens next. */
export const findPageSchema = z.strictObject(pageFields('Find your purchase'));

/** The file's name is the page's address. */
export const legalSchema = z.strictObject({
  ...searchFields,
  /** The headline of the page. */
  heading: heading('Refunds'),
  /** When the page was last changed: year, month, day. */
  updated: day,
});
