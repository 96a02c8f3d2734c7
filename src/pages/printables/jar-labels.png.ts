import type { APIRoute } from 'astro';
import { loadSite } from '../../content/shop.ts';
import { addJarLabels } from '../../samples/jar-labels.ts';
import { drawPng } from '../../samples/picture.ts';

/** Large enough to print. */
export const GET: APIRoute = async () => {
  const { brand } = await loadSite();
  return drawPng(1224, (doc) => addJarLabels(doc, brand), 4);
};
