import { defineCollection } from 'astro:content';
import type { z } from 'astro/zod';
import { catalogueSchema, productSchema } from './contract/catalogue.ts';
import { json, markdown } from './editor/collections.ts';
import { aboutSchema } from './schemas/about.ts';
import { faqPageSchema, faqSchema } from './schemas/faq.ts';
import { guideSchema } from './schemas/guide.ts';
import { homeSchema } from './schemas/home.ts';
import { legalSchema } from './schemas/legal.ts';
import { creatorSchema, logoSchema, testimonialSchema } from './schemas/people.ts';
import { siteSchema } from './schemas/site.ts';

const products = defineCollection({
  // The payment functions import the same file whole, so the list sits one level down in it.
  loader: json('content/catalog.json', catalogueSchema, (catalogue) => catalogue.products),
  schema: productSchema,
});

const collection = <S extends z.ZodType>(base: string, pattern: string, schema: S, body?: string) =>
  defineCollection({ loader: markdown({ base, pattern, ...(body && { body }) }, schema), schema });

/** Files that stand alone in content/, each a collection of one. */
const single = <S extends z.ZodType>(name: string, schema: S, body?: string) =>
  collection('content', `${name}.md`, schema, body);

export const collections = {
  products,
  site: single('site', siteSchema),
  home: single('home', homeSchema, 'Write below the fields why it matters.'),
  about: single('about', aboutSchema, 'Write below the fields who you are.'),
  faqPage: single('faq', faqPageSchema),
  faqs: collection('content/faqs', '*.md', faqSchema, 'Write the answer below the fields.'),
  creator: single('creator', creatorSchema, 'Write below the fields who the planner is.'),
  testimonials: collection(
    'content/testimonials',
    '*.md',
    testimonialSchema,
    'Write the parent’s words below the fields.',
  ),
  logos: collection('content/logos', '*.md', logoSchema),
  legal: collection('content/legal', '*.md', legalSchema, 'Write the page below the fields.'),
  guides: collection('content/guides', '*.md', guideSchema, 'Write why it works below the fields.'),
};
