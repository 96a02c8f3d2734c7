import type { APIRoute, GetStaticPaths } from 'astro';
import { loadBundle, loadGuides, loadSite } from '../../content/shop.ts';
import { type CoverWords, drawCover } from '../../samples/cover-image.ts';

type Words = Omit<CoverWords, 'brand'>;

export const getStaticPaths = (async () => {
  const [guides, { product: bundle }] = await Promise.all([loadGuides(), loadBundle()]);
  const covers: [string, Words][] = guides.map(({ product, title, ages, hue, art }) => [
    product.product_type,
    { title, below: `Ages ${ages}`, hue, art },
  ]);
  const below = `Ages ${guides.map(({ ages }) => ages).join(', ')}`;
  const title = bundle.name.replace(/ \(.*\)$/, '');
  covers.push([bundle.product_type, { title, below }]);
  return covers.map(([product, words]) => ({ params: { product }, props: words }));
}) satisfies GetStaticPaths;

/** A product's cover, which emails show. */
export const GET: APIRoute<Words> = async ({ props }) => {
  const { brand } = await loadSite();
  const picture = await drawCover({ brand, ...props });
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } });
};
