import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { catalogSchema } from './content/schemas/catalog.ts';
import { guideSchema } from './content/schemas/guide.ts';
import {
  aboutSchema,
  articlePageSchema,
  articleSchema,
  faqPageSchema,
  findPageSchema,
  homeSchema,
  legalSchema,
  lessonSchema,
} from './content/schemas/pages.ts';
import {
  creatorSchema,
  logoSchema,
  mailSchema,
  ordersSchema,
  questionSchema,
  siteSchema,
  testimonialSchema,
} from './content/schemas/parts.ts';

// Invalid files never get here: the integration .config/content.ts runs src/content/check/ before
// Astro reads a file, and reports every error at once. The check can't import this module, so
// src/content/collections.ts lists the same files.

const catalog = defineCollection({
  // Turns the whole file into one entry. Without a parser, each of its fields would be an entry.
  loader: file('content/catalog.json', { parser: (text) => ({ catalog: JSON.parse(text) }) }),
  schema: catalogSchema,
});

// Content that several pages show
const site = defineCollection({
  loader: glob({ base: 'content', pattern: 'site.md' }),
  schema: siteSchema,
});
const creator = defineCollection({
  loader: glob({ base: 'content', pattern: 'creator.md' }),
  schema: creatorSchema,
});
const testimonials = defineCollection({
  loader: glob({ base: 'content/testimonials', pattern: '*.md' }),
  schema: testimonialSchema,
});
const logos = defineCollection({
  loader: glob({ base: 'content/logos', pattern: '*.md' }),
  schema: logoSchema,
});
const orders = defineCollection({
  loader: glob({ base: 'content', pattern: 'orders.md' }),
  schema: ordersSchema,
});
const mails = defineCollection({
  loader: glob({ base: 'content/mail', pattern: '*.md' }),
  schema: mailSchema,
});

// Pages that have a single file
const home = defineCollection({
  loader: glob({ base: 'content', pattern: 'home.md' }),
  schema: homeSchema,
});
const lesson = defineCollection({
  loader: glob({ base: 'content', pattern: 'lesson.md' }),
  schema: lessonSchema,
});
const about = defineCollection({
  loader: glob({ base: 'content', pattern: 'about.md' }),
  schema: aboutSchema,
});
const articlePage = defineCollection({
  loader: glob({ base: 'content', pattern: 'articles.md' }),
  schema: articlePageSchema,
});
const faqPage = defineCollection({
  loader: glob({ base: 'content', pattern: 'faq.md' }),
  schema: faqPageSchema,
});
const findPage = defineCollection({
  loader: glob({ base: 'content', pattern: 'find-purchase.md' }),
  schema: findPageSchema,
});

// Folders in which each file is a page or a question
const guides = defineCollection({
  loader: glob({ base: 'content/guides', pattern: '*.md' }),
  schema: guideSchema,
});
const lessons = defineCollection({
  loader: glob({ base: 'content/lessons', pattern: '*.md' }),
  schema: lessonSchema,
});
const articles = defineCollection({
  loader: glob({ base: 'content/articles', pattern: '*.md' }),
  schema: articleSchema,
});
const faqs = defineCollection({
  loader: glob({ base: 'content/faqs', pattern: '*.md' }),
  schema: questionSchema,
});
const legal = defineCollection({
  loader: glob({ base: 'content/legal', pattern: '*.md' }),
  schema: legalSchema,
});

export const collections = {
  catalog,
  site,
  creator,
  testimonials,
  logos,
  orders,
  mails,
  home,
  lesson,
  about,
  articlePage,
  faqPage,
  findPage,
  guides,
  lessons,
  articles,
  faqs,
  legal,
};
