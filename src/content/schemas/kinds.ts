import type { z } from 'astro/zod';
import { catalogueSchema } from '../../contract/catalogue.ts';
import { aboutSchema } from './about.ts';
import { faqPageSchema, faqSchema } from './faq.ts';
import { guideSchema } from './guide.ts';
import { homeSchema } from './home.ts';
import { legalSchema } from './legal.ts';
import { creatorSchema, logoSchema, testimonialSchema } from './people.ts';
import { siteSchema } from './site.ts';

/** What one kind of file in content/ is, and what an editor may do with it. */
export type Kind<S extends z.ZodType = z.ZodType> = {
  /** One file, "content/site.md", or all Markdown files of a folder, "content/faqs/". */
  at: string;
  schema: S;
  /** There are words below the fields. */
  hasText?: true;
  /** The folder may be empty. */
  mayBeNone?: true;
  /** Placeholders are not filled in here. */
  plain?: true;
};

const kind = <S extends z.ZodType>(
  at: string,
  schema: S,
  rules: Omit<Kind, 'at' | 'schema'> = {},
): Kind<S> => ({ at, schema, ...rules });

/** Everything in content/: where it is, which fields it has, and what it cannot do without. */
export const kinds = {
  catalogue: kind('content/catalog.json', catalogueSchema, { plain: true }),
  site: kind('content/site.md', siteSchema, { plain: true }),
  home: kind('content/home.md', homeSchema, { hasText: true }),
  about: kind('content/about.md', aboutSchema, { hasText: true }),
  faqPage: kind('content/faq.md', faqPageSchema),
  faqs: kind('content/faqs/', faqSchema, { hasText: true }),
  creator: kind('content/creator.md', creatorSchema, { hasText: true }),
  testimonials: kind('content/testimonials/', testimonialSchema, {
    hasText: true,
    mayBeNone: true,
  }),
  logos: kind('content/logos/', logoSchema, { plain: true, mayBeNone: true }),
  legal: kind('content/legal/', legalSchema, { hasText: true, mayBeNone: true }),
  guides: kind('content/guides/', guideSchema, { hasText: true }),
};
