import type { APIRoute } from 'astro';

/**
 * Pages whose address may contain a buyer's key are "noindex" and not listed here: a crawler that may not read a page does
 * not see "noindex", and may list the address.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`);
