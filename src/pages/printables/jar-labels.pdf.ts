import type { APIRoute } from 'astro';
import { loadSite } from '../../content/shop.ts';
import { drawJarLabels } from '../../samples/jar-labels.ts';

/** The free page of jar labels. */
export const GET: APIRoute = async () => {
  const { brand } = await loadSite();
  const headers = { 'content-type': 'application/pdf' };
  return new Response(await drawJarLabels(brand), { headers });
};
