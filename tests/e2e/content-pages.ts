import { GUIDES, LEGAL } from '../catalogue.ts';

/** The pages that are there to be read, which a search engine may list. */
export const CONTENT_PAGES: readonly string[] = [
  '/',
  ...GUIDES.map((guide) => guide.path),
  '/about',
  '/faqs',
  ...LEGAL,
];
