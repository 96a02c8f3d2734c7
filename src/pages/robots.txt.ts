import type { APIRoute } from 'astro';

/**
 * Pages that carry a buyer's key say "noindex" themselves. They are not named here: a crawler that
 * may not read a page does not see that word, and may list the bare address.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`);
