import type { APIRoute, GetStaticPaths } from 'astro';
import { loadPages, type PublicPage, shareImagePath } from '../../layouts/pages.ts';
import { loadSite } from '../../content/shop.ts';
import { drawShareImage } from '../../samples/share-image.ts';

const NAME = /^\/og\/(.+)\.png$/;

export const getStaticPaths = (async () => {
  const pages = await loadPages();
  return pages.map((page) => ({
    params: { page: shareImagePath(page.path).replace(NAME, '$1') },
    props: { page },
  }));
}) satisfies GetStaticPaths;

/** The picture for shared links to the page. */
export const GET: APIRoute<{ page: PublicPage }> = async ({ props }) => {
  const { brand } = await loadSite();
  const picture = await drawShareImage({ brand, ...props.page });
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } });
};
