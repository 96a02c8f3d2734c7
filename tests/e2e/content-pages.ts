/** The pages that are there to be read, which a search engine may list. */
export const CONTENT_PAGES = [
  '/',
  '/guide-1',
  '/guide-2',
  '/guide-3',
  '/about',
  '/faqs',
  '/terms',
  '/privacy',
  '/refunds',
] as const;
