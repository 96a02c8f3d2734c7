import type { CollectionKey } from 'astro:content';
import { type SearchResult, hasPage } from '../content/kind.ts';
import { hasMail } from '../content/has-mail.ts';
import { kinds } from '../content/kinds.ts';
import { loadAll, loadSite } from '../content/shop.ts';
import { searchResultOf } from '../content/search-result.ts';

/** A public page. `title` is the whole document title. */
export type PublicPage = SearchResult & { path: string; isArticle: boolean };

/**
 * The path that visitors see. During a build, Astro's path of a page is its file's name.
 *
 *     pagePath('/guide-1.html')  // "/guide-1"
 *     pagePath('/index.html')    // "/"
 */
export function pagePath(pathname: string): string {
  const path = pathname.replace(/\.html$/, '').replace(/\/index$/, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : '/';
}

const NAMES = Object.keys(kinds) as CollectionKey[];
const PAGES = NAMES.filter((name) => hasPage(kinds[name]));

export async function loadLinks(menu: 'menu' | 'footer') {
  const linkedNames = NAMES.filter(
    (name) => kinds[name][menu] && (hasMail() || !kinds[name].needsMail),
  );
  const links = linkedNames.map(async (name) => {
    const label = kinds[name][menu];
    const files = await loadAll(name);
    return files.map(({ path: href, data }) => ({
      href,
      label: String(label === true && 'title' in data ? data.title : label),
    }));
  });
  return (await Promise.all(links)).flat();
}

export async function loadPages(): Promise<readonly PublicPage[]> {
  const { brand } = await loadSite();
  const pages = PAGES.map(async (name) => {
    const files = await loadAll(name);
    return files.map(({ path, data }) => {
      const { title, description, heading } = searchResultOf(kinds[name], data, brand);
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
