import type { APIRoute, GetStaticPaths } from 'astro';
import { loadBundle, loadGuides, loadSite } from '../../content/shop.ts';
import { type Cover, addCover, drawCover } from '../../samples/cover.ts';
import { drawPng } from '../../samples/picture.ts';

export const getStaticPaths = (async () => {
  const [{ brand }, guides, bundle] = await Promise.all([loadSite(), loadGuides(), loadBundle()]);
  return [...guides, bundle].map(({ product }) => ({
    params: { product: product.product_type },
    props: { cover: drawCover(product, { brand, guides }) },
  }));
}) satisfies GetStaticPaths;

/** Emails show the cover at a third of its size. */
export const GET: APIRoute<{ cover: Cover }> = ({ props: { cover } }) =>
  drawPng(288, (doc) => addCover(doc, cover, { width: 288, height: 384 }));
