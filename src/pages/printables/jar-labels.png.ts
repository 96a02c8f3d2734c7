import type { APIRoute } from 'astro';
import { loadSite } from '../../content/shop.ts';
import { addJarLabels } from '../../samples/jar-labels.ts';
import { drawPng } from '../../samples/picture.ts';

/** The free page of jar labels as a picture, fine enough to print. It is ink on white. */
export const GET: APIRoute = async () => {
  const { brand } = await loadSite();
  return drawPng(1224, (doc) => addJarLabels(doc, brand), 4);
};
