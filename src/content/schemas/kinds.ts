import type { z } from 'astro/zod';
import { catalogueSchema } from '../../contract/catalogue.ts';
import { MAIL_NAMES } from '../../contract/mail.ts';
import { guideSchema } from './guide.ts';
import { mailSchema } from './mail.ts';
import { ordersSchema } from './orders.ts';
import * as pages from './pages.ts';

/** One kind of file in content/, and its rules. */
export type Kind<S extends z.ZodObject = z.ZodObject> = {
  /** One file, "content/site.md", or all Markdown files of a folder, "content/faqs/". */
  at: string;
  schema: S;
  /** There is text below the fields. */
  hasText?: true;
  /** The folder has these files and no others. */
  names?: readonly string[];
  /** The folder may be empty. */
  mayBeNone?: true;
  /** Placeholders are not filled in here. */
  plain?: true;
};

const kind = <S extends z.ZodObject>(
  at: string,
  schema: S,
  rules: Omit<Kind, 'at' | 'schema'> = {},
): Kind<S> => ({ at, schema, ...rules });

/** Everything in content/: where it is, which fields it has, and what is required. */
export const kinds = {
  catalogue: kind('content/catalog.json', catalogueSchema, { plain: true }),
  site: kind('content/site.md', pages.siteSchema, { plain: true }),
  home: kind('content/home.md', pages.homeSchema, { hasText: true }),
  lesson: kind('content/lesson.md', pages.lessonSchema, { hasText: true }),
  about: kind('content/about.md', pages.aboutSchema, { hasText: true }),
  faqPage: kind('content/faq.md', pages.faqPageSchema),
  findPage: kind('content/find-purchase.md', pages.findPageSchema, { hasText: true }),
  orders: kind('content/orders.md', ordersSchema),
  faqs: kind('content/faqs/', pages.faqSchema, { hasText: true }),
  creator: kind('content/creator.md', pages.creatorSchema, { hasText: true }),
  testimonials: kind('content/testimonials/', pages.testimonialSchema, {
    hasText: true,
    mayBeNone: true,
  }),
  logos: kind('content/logos/', pages.logoSchema, { plain: true, mayBeNone: true }),
  legal: kind('content/legal/', pages.legalSchema, { hasText: true, mayBeNone: true }),
  guides: kind('content/guides/', guideSchema, { hasText: true }),
  mails: kind('content/mail/', mailSchema, { hasText: true, names: MAIL_NAMES }),
};
