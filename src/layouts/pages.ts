import { hasMail } from '../content/has-mail.ts';
import { PUBLIC_PAGES, PUBLIC_PAGE_NAMES } from '../content/public-pages.ts';
import { type SearchResult, searchResultOf } from '../content/search-result.ts';
import { loadAll, loadSite } from '../content/shop.ts';

/** A public page. `title` is the whole document title. */
export type PublicPage = SearchResult & { path: string; isArticle: boolean };

/**
 * The path that visitors see. During a build, Astro reports the name of the page's file instead.
 *
 *     pagePath('/guide-1.html')  // "/guide-1"
 *     pagePath('/index.html')    // "/"
 */
export function pagePath(pathname: string): string {
  const path = pathname.replace(/\.html$/, '').replace(/\/index$/, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : '/';
}

export async function loadLinks(place: 'menu' | 'footer') {
  const links = PUBLIC_PAGE_NAMES.map(async (name) => {
    const label = PUBLIC_PAGES[name][place];
    if (label === undefined || (name === 'findPage' && !hasMail())) return [];
    const files = await loadAll(name);
    return files.map(({ path: href, data }) => ({
      href,
      label: label === true && 'title' in data ? data.title : String(label),
    }));
  });
  return (await Promise.all(links)).flat();
}

export async function loadPages(): Promise<readonly PublicPage[]> {
  const { brand } = await loadSite();
  const pages = PUBLIC_PAGE_NAMES.map(async (name) => {
    const files = await loadAll(name);
    return files.map(({ path, data }) => {
      const { title, description, heading } = searchResultOf(data, brand);
      return { title, description, heading, path, isArticle: name === 'articles' };
    });
  });
  return (await Promise.all(pages)).flat();
}

export async function loadPage(path: string): Promise<PublicPage> {
  const page = (await loadPages()).find((candidate) => candidate.path === path);
  if (!page) throw new Error(`${path} is not a public page.`);
  return page;
}
