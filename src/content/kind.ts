import type { z } from 'astro/zod';

/** What search engines and shared links show of a page. */
export type SearchResult = { title: string; description: string; heading: string; line?: string };

/** One kind of file in content/, and the rules for it. */
export type Kind<S extends z.ZodObject = z.ZodObject> = {
  /** One file, "content/site.md", or all Markdown files of a folder, "content/faqs/". */
  at: string;
  schema: S;
  /** The page's address, "/about". For a folder, the prefix of its files' addresses: "/faqs#". */
  page?: string;
  /** Default: its fields `title`, with the shop's name, `description` and `heading`. */
  searchResult?(fields: z.infer<S>, brand: string): SearchResult;
  /** The link in the menu at the top of every page. */
  menu?: string;
  /** The link at the end of every page. true: with the page's title. */
  footer?: string | true;
  /** The page is linked only if the shop sends email. */
  needsMail?: true;
  hasText?: true;
  /** The folder has these files and no others. */
  fileNames?: readonly string[];
  mayBeEmpty?: true;
  /** Placeholders are not filled in here. */
  plain?: true;
  /** Drawn covers, pictures and sample PDFs contain all fields, or these ones. */
  isDrawn?: true | readonly PropertyKey[];
};

export const kind = <S extends z.ZodObject>(
  at: string,
  rules: Omit<Kind<S>, 'at' | 'schema'>,
  schema: S,
): Kind<S> => ({ at, schema, ...rules });

/** Whether each file of a kind is a page, and not a part of one, as questions are. */
export const hasPage = ({ page }: Kind): boolean => page !== undefined && !page.includes('#');
