import {
  type Lesson,
  loadAbout,
  loadFaqPage,
  loadFindPage,
  loadHome,
  loadLegal,
  loadLesson,
} from '../content/copy.ts';
import { countWord } from '../content/format.ts';
import { money } from '../contract/money.ts';
import { guideTitle, pageTitle } from './page-title.ts';
import type { ShareWords } from '../samples/share-image.ts';
import { type Guide, findLesson, loadBundle, loadGuides, loadSite, once } from '../content/shop.ts';

/** A public page. */
export type PublicPage = Omit<ShareWords, 'brand'> & {
  path: string;
  /** The whole document title. */
  title: string;
  /** What search engines show under it. */
  description: string;
};

/** The path of the picture for shared links to a page. */
export function shareImagePath(path: string): string {
  return `/og${path === '/' ? '/home' : path}.png`;
}

function guidePage(guide: Guide, brand: string): PublicPage {
  return {
    path: guide.href,
    title: guideTitle(guide, brand),
    description: guide.summary,
    heading: guide.tagline,
    line: `Guide ${guide.number}, ages ${guide.ages}`,
    hue: guide.hue,
    art: guide.art,
    price: money(guide.product.price_in_cents),
  };
}

function lessonPage(
  { title, description, heading }: Lesson,
  { title: from, ages, hue, art }: Guide,
  brand: string,
): PublicPage {
  return {
    path: '/lesson',
    title: pageTitle(title, brand),
    description,
    heading,
    line: `A free lesson from ${from}, ages ${ages}`,
    hue,
    art,
  };
}

/** Every page that search engines may list, with its metadata. */
export const loadPages = once(async (): Promise<readonly PublicPage[]> => {
  const [site, bundle, guides] = await Promise.all([loadSite(), loadBundle(), loadGuides()]);
  const [home, lesson, about, faq, find, legal] = await Promise.all([
    loadHome(),
    loadLesson(),
    loadAbout(),
    loadFaqPage(),
    loadFindPage(),
    loadLegal(),
  ]);
  const { title, description } = home.data;
  const plain = [
    { path: '/about', data: about.data },
    { path: '/faqs', data: faq.data },
    { path: '/find-purchase', data: find.data },
    ...legal,
  ];
  return [
    {
      path: '/',
      title,
      description,
      heading: home.data.hero.heading,
      line: bundle.product.is_active
        ? `All ${countWord(bundle.guides)} guides for ${money(bundle.product.price_in_cents)}`
        : site.brand,
    },
    ...guides.map((guide) => guidePage(guide, site.brand)),
    lessonPage(lesson.data, findLesson(guides, lesson.data).guide, site.brand),
    ...plain.map(({ path, data }) => ({
      path,
      title: pageTitle(data.title, site.brand),
      description: data.description,
      heading: data.heading,
      line: site.brand,
    })),
  ];
});

const loadPagesByPath = once(
  async () => new Map((await loadPages()).map((page) => [page.path, page])),
);

/** The page at a path. Throws for one that is not public. */
export async function loadPage(path: string): Promise<PublicPage> {
  const page = (await loadPagesByPath()).get(path);
  if (!page) throw new Error(`${path} is not a public page.`);
  return page;
}

/** A page's metadata for others, with absolute addresses. */
export async function showPage(path: string, site: URL | undefined) {
  const page = await loadPage(path);
  return {
    description: page.description,
    url: new URL(path, site).href,
    image: new URL(shareImagePath(path), site).href,
  };
}
