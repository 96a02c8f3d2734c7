import type { APIRoute } from 'astro';
import { loadArticles, loadGuides, loadLessons } from '../content/shop.ts';

/** Maps former addresses to current ones. netlify/build moves this file into a function. */
export const GET: APIRoute = async () => {
  const addresses: Record<string, string> = {};
  for (const { formerly, href } of await loadGuides()) {
    for (const address of formerly) addresses[address] = href;
  }
  const [lessons, articles] = await Promise.all([loadLessons(), loadArticles()]);
  for (const { data, path } of [...lessons, ...articles]) {
    for (const address of data.formerly) addresses[address] = path;
  }
  return Response.json(addresses);
};
