import { globSync } from 'node:fs';
import { loadArticles, loadGuides, loadSite } from './shop.ts';

/** The size in pixels that social networks expect. */
export const SHARE_SIZE = { width: 1200, height: 630 };

/** What social networks show with a link to a page. `src` is a path on the site. */
export type ShareImage = { readonly src: string; readonly alt: string };

/** The name of the shop's picture in content/: "share.png". */
export const findShopPicture = (): string => {
  const [name] = globSync('share.{png,jpg,jpeg}', { cwd: 'content' });
  // The content check requires this picture.
  if (name === undefined) throw new Error('There is no content/share.png.');
  return name;
};

/** Returns the guide's cover or the article's picture at this path, or else the shop's picture. */
export async function findShareImage(path: string): Promise<ShareImage> {
  const guide = (await loadGuides()).find(({ href }) => href === path);
  if (guide) {
    return { src: `/og/${guide.id}.png`, alt: `Cover: ${guide.title}, ages ${guide.ages}` };
  }
  const article = (await loadArticles()).find((one) => one.path === path);
  const picture = article?.data.image;
  if (picture) return { src: `/og/articles/${picture.file}`, alt: picture.alt };
  const { brand, shareAlt = brand } = await loadSite();
  return { src: `/og/${findShopPicture()}`, alt: shareAlt };
}
