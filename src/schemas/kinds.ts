import type { z } from 'astro/zod';
import { catalogueSchema } from '../contract/catalogue.ts';
import type { Kind } from '../editor/kind.ts';
import { aboutSchema } from './about.ts';
import { faqPageSchema, faqSchema } from './faq.ts';
import { guideSchema } from './guide.ts';
import { homeSchema } from './home.ts';
import { legalSchema } from './legal.ts';
import { creatorSchema, logoSchema, testimonialSchema } from './people.ts';
import { siteSchema } from './site.ts';

const kind = <S extends z.ZodType>(
  at: string,
  schema: S,
  rules: Omit<Kind, 'at' | 'schema'> = {},
): Kind<S> => ({ at, schema, ...rules });

/** Everything in content/: where it is, which fields it has, and what it cannot do without. */
export const kinds = {
  catalogue: kind('content/catalog.json', catalogueSchema, { plain: true }),
  site: kind('content/site.md', siteSchema, { plain: true }),
  home: kind('content/home.md', homeSchema, { body: 'Write below the fields why it matters.' }),
  about: kind('content/about.md', aboutSchema, { body: 'Write below the fields who you are.' }),
  faqPage: kind('content/faq.md', faqPageSchema),
  faqs: kind('content/faqs/', faqSchema, {
    body: 'Write the answer below the fields.',
    least: 'The FAQ page needs at least one question here.',
  }),
  creator: kind('content/creator.md', creatorSchema, {
    body: 'Write below the fields who the planner is.',
  }),
  testimonials: kind('content/testimonials/', testimonialSchema, {
    body: 'Write the parent’s words below the fields.',
  }),
  logos: kind('content/logos/', logoSchema, { plain: true }),
  legal: kind('content/legal/', legalSchema, { body: 'Write the page below the fields.' }),
  guides: kind('content/guides/', guideSchema, {
    body: 'Write why it works below the fields.',
    least: 'The shop needs at least one guide here.',
  }),
};
