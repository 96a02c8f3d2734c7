import type { CollectionKey } from 'astro:content';
import { countWord } from '../content/format.ts';
import { type SearchResult, hasPage } from '../content/kind.ts';
import { hasMail } from '../content/has-mail.ts';
import { kinds } from '../content/kinds.ts';
import { findLesson, loadAll, loadBundle, loadGuides, loadOne, loadSite } from '../content/shop.ts';
import { searchResultOf } from '../content/search-result.ts';
import type { ShareWords } from '../samples/share-image.ts';

/** A public page. `title` is the whole document title. */
export type PublicPage = SearchResult & Omit<ShareWords, 'brand'> & { path: string };

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

export const shareImagePath = (path: string): string => `/og${path === '/' ? '/home' : path}.png`;

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

/** What share images print from other files than the page's own, by path. */
async function loadShareDetails(): Promise<Readonly<Record<string, Partial<PublicPage>>>> {
  const [bundle, guides, { data: lesson }] = await Promise.all([
    loadBundle(),
    loadGuides(),
    loadOne('lesson'),
  ]);
  const { title, ages, hue, art } = findLesson(guides, lesson).guide;
  return {
    '/': bundle.product.is_active
      ? { line: `All ${countWord(bundle.guides)} guides for ${bundle.price}` }
      : {},
    '/lesson': { line: `A free lesson from ${title}, ages ${ages}`, hue, art },
    ...Object.fromEntries(
      guides.map((guide) => [guide.href, { hue: guide.hue, art: guide.art, price: guide.price }]),
    ),
  };
}

export async function loadPages(): Promise<readonly PublicPage[]> {
  const [{ brand }, shareDetails, loaded] = await Promise.all([
    loadSite(),
    loadShareDetails(),
    Promise.all(PAGES.map(async (name) => ({ kind: kinds[name], files: await loadAll(name) }))),
  ]);
  return loaded.flatMap(({ kind, files }) =>
    files.map(({ path, data }) => ({
      line: brand,
      ...searchResultOf(kind, data, brand),
      path,
      ...shareDetails[path],
    })),
  );
}

export async function loadPage(path: string): Promise<PublicPage> {
  const page = (await loadPages()).find((candidate) => candidate.path === path);
  if (!page) throw new Error(`${path} is not a public page.`);
  return page;
}
