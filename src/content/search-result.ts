import type { FieldsOf } from './collections.ts';
import { pageTitle } from './format.ts';
import type { PublicPageName } from './public-pages.ts';

/** What search engines and shared links show for a page. */
export type SearchResult = { title: string; description: string; heading: string };

/** `title` is the whole document title. */
export function searchResultOf(fields: FieldsOf<PublicPageName>, brand: string): SearchResult {
  if ('hero' in fields) {
    const { title, description, hero } = fields;
    return { title, description, heading: hero.heading };
  }
  if ('tagline' in fields) {
    const { number, title, ages, summary, tagline } = fields;
    return {
      title: pageTitle(`Guide ${number}: ${title}, ages ${ages}`, brand),
      description: summary,
      heading: tagline,
    };
  }
  const { title, description, heading } = fields;
  return { title: pageTitle(title, brand), description, heading };
}
