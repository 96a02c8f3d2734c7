import type { APIRoute, GetStaticPaths } from 'astro';
import { loadBundle, loadGuides, loadSite } from '../../content/shop.ts';
import { addCover, coverOf } from '../../samples/cover.ts';
import type { PrintedProduct } from '../../samples/edition.ts';
import { drawPng } from '../../samples/picture.ts';

type Props = { product: PrintedProduct };

export const getStaticPaths = (async () => {
  const products = [...(await loadGuides()), await loadBundle()].map(({ product }) => product);
  return products.map((product) => ({
    params: { product: product.product_type },
    props: { product },
  }));
}) satisfies GetStaticPaths;

/** A product's cover, which emails show at a third of its size. */
export const GET: APIRoute<Props> = async ({ props: { product } }) => {
  const [{ brand }, guides] = await Promise.all([loadSite(), loadGuides()]);
  const cover = coverOf(product, { brand, guides });
  return drawPng(288, (doc) => addCover(doc, cover, { width: 288, height: 384 }));
};
