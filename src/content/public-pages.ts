import type { CollectionName } from './collections.ts';

type PageRule = {
  /** "/about", or a prefix such as "/articles/" if each file in the collection has its own page. */
  readonly path: string;
  /** The text of its link in the menu at the top of every page. Default: no link. */
  readonly menu?: string;
  /** The text of its link at the end of every page; true for the page's title. Default: no link. */
  readonly footer?: string | true;
};

/**
 * The pages whose text comes from content/, in the order of the menu and the footer. The sitemap
 * lists all of them.
 */
const pages = {
  guides: { path: '/' },
  home: { path: '/' },
  lesson: { path: '/lesson', footer: 'A free lesson' },
  lessons: { path: '/lessons/' },
  about: { path: '/about', menu: 'About' },
  articlePage: { path: '/articles', footer: 'Articles' },
  articles: { path: '/articles/' },
  faqPage: { path: '/faqs', menu: 'FAQs', footer: 'FAQs' },
  /** In a shop that sends no email, nothing links to it. */
  findPage: { path: '/find-purchase', footer: 'Find my purchase' },
  legal: { path: '/', footer: true },
} satisfies Partial<Record<CollectionName, PageRule>>;

export type PublicPageName = keyof typeof pages;

export const PUBLIC_PAGES: Readonly<Record<PublicPageName, PageRule>> = pages;

export const PUBLIC_PAGE_NAMES = Object.keys(PUBLIC_PAGES) as PublicPageName[];

/** Pages for one buyer or for the owner, and pages that search engines should not list. */
export const PRIVATE_PAGE = /^\/(?:payment-|guide-download|conversion|admin-|404|present|shell)/;
