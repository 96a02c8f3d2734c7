import type { z } from 'astro/zod';

/** A page as search engines and shared links show it. */
export type Shown = { title: string; description: string; heading: string; line?: string };

/** One kind of file in content/, and its rules. */
export type Kind<S extends z.ZodObject = z.ZodObject> = {
  /** One file, "content/site.md", or all Markdown files of a folder, "content/faqs/". */
  at: string;
  schema: S;
  /** The address of its page, "/about". For a folder, how the addresses of its files begin: "/", "/faqs#". */
  page?: string;
  /** Default: its fields `title`, with the shop's name, `description` and `heading`. */
  shown?(fields: z.infer<S>, brand: string): Shown;
  /** The link in the menu at the top of every page. */
  menu?: string;
  /** The link at the end of every page. true: with the page's title. */
  footer?: string | true;
  /** The page is linked only if the shop sends email. */
  needsMail?: true;
  /** There is text below the fields. */
  hasText?: true;
  /** The folder has these files and no others. */
  names?: readonly string[];
  /** The folder may be empty. */
  mayBeNone?: true;
  /** Placeholders are not filled in here. */
  plain?: true;
  /** Covers, pictures and sample PDFs show the fields, or these ones. So do the share pictures of pages. */
  isDrawn?: true | readonly PropertyKey[];
};

/** One kind of file in content/. */
export const kind = <S extends z.ZodObject>(
  at: string,
  rules: Omit<Kind<S>, 'at' | 'schema'>,
  schema: S,
): Kind<S> => ({ at, schema, ...rules });

/** Whether each file of a kind has a page, and not only an address within another. */
export const hasPage = ({ page }: Kind): boolean => page !== undefined && !page.includes('#');

/**
 * Whether the shop sends email and so may promise it. Reads the environment of the build as netlify/platform/env.ts
 * reads that of the functions. `import.meta.env` would publish the key. It is a function because `npm run dev` sets
 * both variables after the site has started to load.
 */
export const hasMail = (): boolean =>
  ['MAIL_API_KEY', 'MAIL_FROM'].every((name) => process.env[name]?.trim());
