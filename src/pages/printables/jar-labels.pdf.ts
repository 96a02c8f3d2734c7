import type { APIRoute } from 'astro';
import { loadSite } from '../../content/shop.ts';
import { makePdf } from '../../samples/document.ts';
import { addJarLabels } from '../../samples/jar-labels.ts';

export const GET: APIRoute = async () => {
  const { brand } = await loadSite();
  const pdf = await makePdf({ title: 'Three jar labels', author: brand }, (doc) =>
    addJarLabels(doc, brand),
  );
  return new Response(pdf, { headers: { 'content-type': 'application/pdf' } });
};
