import { z } from 'astro/zod';
import { description, heading, text } from './fields.ts';

/** A heading with a text under it. */
export const headed = z.strictObject({
  /** At most 60 characters. */
  heading: heading('How old is the one who asks?'),
  /** What stands under the heading. */
  text: text('Write a sentence or two, as in "One guide for each age, to read tonight."'),
});

/** A heading alone; what follows it is in other files. */
export const headingOnly = z.strictObject({
  /** At most 60 characters. */
  heading: heading('The planner who wrote it'),
});

/** A short title with a sentence or two. */
export const point = z.strictObject({
  /** At most 60 characters. */
  title: heading('Ten minutes is enough'),
  /** What stands under the title. */
  text: text('Write a sentence or two, as in "You read one page and do one thing together."'),
});

/** What every page tells search engines. */
export const searchFields = {
  /** The page's title in the browser's tab and in search results. */
  title: heading('About the guides'),
  /** What search engines show under it. */
  description: description('Who writes the guides, and how a lesson gets to your kitchen table.'),
};

/** The sentence under a page's headline. */
export const lead = text('Write at most 240 characters, as in "Short answers for parents."', 240);
