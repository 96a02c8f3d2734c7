import type { z } from 'astro/zod';

/** What one kind of file in content/ is, and what an editor may do with it. */
export type Kind<S extends z.ZodType = z.ZodType> = {
  /** One file, "content/site.md", or all Markdown files of a folder, "content/faqs/". */
  at: string;
  schema: S;
  /** Where the text below the fields is printed: what is said when there is none. */
  body?: string;
  /** Where a folder needs at least one file: what is said when there is none. */
  least?: string;
  /** Placeholders are not filled in here. */
  plain?: true;
};
