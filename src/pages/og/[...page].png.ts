import type { APIRoute, GetStaticPaths } from 'astro';
import { loadSite } from '../../content/shop.ts';
import { loadPages, type PublicPage, shareImagePath } from '../../layouts/pages.ts';
import { drawShareImage } from '../../samples/share-image.ts';

export const getStaticPaths = (async () =>
  (await loadPages()).map((page) => ({
    params: { page: shareImagePath(page.path).replace(/^\/og\/|\.png$/g, '') },
    props: { page },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ page: PublicPage }> = async ({ props: { page } }) => {
  const { brand } = await loadSite();
  return drawShareImage({ brand, ...page });
};
