import { z } from 'astro/zod';
import { description, heading, text } from '../editor/fields.ts';

/** A heading with a text under it. */
export const headed = z.strictObject({
  heading: heading('How old is the one who asks?'),
  text: text('a sentence or two', 'One guide for each age, to read tonight and try tomorrow.'),
});

/** A heading alone; what follows it is in other files. */
export const headingOnly = z.strictObject({ heading: heading('The planner who wrote it') });

/** A short title with a sentence or two. */
export const point = z.strictObject({
  title: heading('Ten minutes is enough'),
  text: text('a sentence or two', 'You read one page and do one thing together.'),
});

/** What every page tells search engines. */
export const searchFields = {
  /** The page's title in the browser's tab and in search results. */
  title: heading('About the guides'),
  /** What search engines show under it. */
  description: description(
    'Who writes the guides, and how a lesson goes from page to kitchen table.',
  ),
};
