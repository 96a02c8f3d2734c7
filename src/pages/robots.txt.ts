import type { APIRoute } from 'astro';

/**
 * Doesn't disallow the pages whose URL may contain a buyer's key. They are `noindex`, which a
 * crawler sees only if it may read them.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`);
