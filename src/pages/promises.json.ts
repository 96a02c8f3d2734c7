import type { APIRoute } from 'astro';
import { loadGuides, promiseOf } from '../content/shop.ts';

/** What each guide's page promises, keyed by product. netlify/build moves it into a function. */
export const GET: APIRoute = async () => {
  const guides = await loadGuides();
  return Response.json(
    Object.fromEntries(guides.map((guide) => [guide.product.id, promiseOf(guide)])),
  );
};
