import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { loadArticles, loadSite } from '../../content/shop.ts';
import { loadPage } from '../../layouts/pages.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('astro.config.mjs does not set "site".');
  const [{ brand }, { description }, articles] = await Promise.all([
    loadSite(),
    loadPage('/articles'),
    loadArticles(),
  ]);
  return rss({
    title: brand,
    description,
    site,
    trailingSlash: false,
    items: articles.map(({ path, data, html, publishedAt }) => ({
      title: data.heading,
      description: data.description,
      link: path,
      // A renamed article keeps its id, so that feed readers don't show it as a new one.
      customData: `<guid>${new URL(data.formerly[0] ?? path, site).href}</guid>`,
      pubDate: new Date(publishedAt),
      // Absolute URLs, because feed readers don't know the site's origin.
      content: html.replaceAll(' href="/', ` href="${site.origin}/`),
    })),
  });
};
