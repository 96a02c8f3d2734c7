import type { z } from 'astro/zod';

/** What search engines and shared links show of a page. */
export type SearchResult = { title: string; description: string; heading: string };

/** One kind of file in content/, and the rules for it. */
export type Kind<S extends z.ZodObject = z.ZodObject> = {
  /** One file, "content/site.md", or all Markdown files of a folder, "content/faqs/". */
  location: string;
  schema: S;
  /** The page's address, "/about". For a folder, the prefix of its files' addresses: "/faqs#". */
  page?: string;
  /** Default: its fields `title`, with the shop's name, `description` and `heading`. */
  searchResult?(fields: z.infer<S>, brand: string): SearchResult;
  /** The link in the menu at the top of every page. */
  menu?: string;
  /** The link at the end of every page. true: with the page's title. */
  footer?: string | true;
  /** Linked only if the shop sends email. */
  needsMail?: true;
  hasText?: true;
  /** The folder has these files and no others. */
  fileNames?: readonly string[];
  mayBeEmpty?: true;
  noPlaceholders?: true;
};

export const kind = <S extends z.ZodObject>(
  location: string,
  rules: Omit<Kind<S>, 'location' | 'schema'>,
  schema: S,
): Kind<S> => ({ location, schema, ...rules });

/** false for files that are parts of a page, such as questions. */
export const hasPage = ({ page }: Kind): boolean => page !== undefined && !page.includes('#');
