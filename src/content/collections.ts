import type { z } from 'astro/zod';
import { catalogSchema } from './schemas/catalog.ts';
import { guideSchema } from './schemas/guide.ts';
import {
  aboutSchema,
  articlePageSchema,
  articleSchema,
  faqPageSchema,
  findPageSchema,
  homeSchema,
  legalSchema,
  lessonSchema,
} from './schemas/pages.ts';
import {
  creatorSchema,
  logoSchema,
  mailSchema,
  ordersSchema,
  questionSchema,
  siteSchema,
  testimonialSchema,
} from './schemas/parts.ts';

/**
 * Each collection is a file, or a folder with Markdown files. This list is for code outside Astro,
 * which can't import src/content.config.ts. That module loads the same files.
 */
export const COLLECTIONS = {
  catalog: { location: 'content/catalog.json', schema: catalogSchema },
  site: { location: 'content/site.md', schema: siteSchema },
  home: { location: 'content/home.md', schema: homeSchema },
  guides: { location: 'content/guides/', schema: guideSchema },
  lesson: { location: 'content/lesson.md', schema: lessonSchema },
  lessons: { location: 'content/lessons/', schema: lessonSchema },
  about: { location: 'content/about.md', schema: aboutSchema },
  articlePage: { location: 'content/articles.md', schema: articlePageSchema },
  articles: { location: 'content/articles/', schema: articleSchema },
  faqPage: { location: 'content/faq.md', schema: faqPageSchema },
  faqs: { location: 'content/faqs/', schema: questionSchema },
  findPage: { location: 'content/find-purchase.md', schema: findPageSchema },
  legal: { location: 'content/legal/', schema: legalSchema },
  creator: { location: 'content/creator.md', schema: creatorSchema },
  testimonials: { location: 'content/testimonials/', schema: testimonialSchema },
  logos: { location: 'content/logos/', schema: logoSchema },
  orders: { location: 'content/orders.md', schema: ordersSchema },
  mails: { location: 'content/mail/', schema: mailSchema },
};

export type CollectionName = keyof typeof COLLECTIONS;

/** The fields of a file, as its schema parses them. */
export type FieldsOf<Name extends CollectionName> = z.infer<(typeof COLLECTIONS)[Name]['schema']>;

export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.md$/;

export const collectionOf = (file: string): CollectionName | undefined =>
  COLLECTION_NAMES.find((name) => {
    const { location } = COLLECTIONS[name];
    if (!location.endsWith('/')) return file === location;
    return file.startsWith(location) && FILE_NAME.test(file.slice(location.length));
  });
