import { COLLECTIONS, collectionOf } from './collections.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

/** The part of an address that a file's name determines: "kindle" for content/faqs/03-kindle.md. */
export const slugOf = (file: string): string => file.replace(/^.*\/(?:\d+-)?|\.md$/g, '');

/** The address of a file's page or question: "/guide-1" or "/faqs#allowance". */
export function addressOfFile(file: string): string | undefined {
  const collection = collectionOf(file);
  if (collection === 'faqs') return `${PUBLIC_PAGES.faqPage.path}#${slugOf(file)}`;
  if (collection === undefined || !(collection in PUBLIC_PAGES)) return undefined;
  const { path } = PUBLIC_PAGES[collection as keyof typeof PUBLIC_PAGES];
  return COLLECTIONS[collection].location.endsWith('/') ? path + slugOf(file) : path;
}
