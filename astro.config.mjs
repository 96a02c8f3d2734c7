import { fileURLToPath } from 'node:url';
import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { fewChunks } from './.config/chunks.ts';
import { createCsp, parseCheckoutDomain } from './.config/csp.ts';
import { drawingsFolder } from './.config/drawings-folder.ts';
import { cutHeadingFont } from './.config/heading-font.ts';
import { finishPages } from './.config/built-pages.ts';
import { content } from './.config/content.ts';
import { fixApostrophes, keepSingleTildes } from './src/content/markdown-plugins.ts';
import { PRIVATE_PAGE } from './src/content/public-pages.ts';
import { siteUrlOf } from './netlify/build/deploy.ts';
import { parseAds } from './src/purchase/ads.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

const site = siteUrlOf(process.env) ?? 'http://localhost:8888';

// Throws if the setting is invalid, before anything is built.
parseAds(process.env.PUBLIC_ADS_CONVERSION);

export default defineConfig({
  site,
  security: {
    csp: createCsp(site, {
      standIn: process.env.STRIPE_API_URL,
      customDomain: parseCheckoutDomain(process.env.STRIPE_CHECKOUT_DOMAIN),
    }),
  },
  output: 'static',
  // `npm start` sets this, so that two shops on different ports can be built at the same time.
  cacheDir: process.env.ASTRO_CACHE_DIR,
  trailingSlash: 'never',
  // Netlify serves guide-1.html at /guide-1. It would redirect /guide-1 to /guide-1/ if the page
  // were guide-1/index.html.
  build: { format: 'file', inlineStylesheets: 'always' },
  scopedStyleStrategy: 'class',
  markdown: {
    // The content has no code blocks, and the security policy would block the highlighter's styles.
    syntaxHighlight: false,
    processor: satteri({ mdastPlugins: [keepSingleTildes, fixApostrophes] }),
  },
  devToolbar: { enabled: false },
  integrations: [
    react(),
    sitemap({ filter: (page) => !PRIVATE_PAGE.test(new URL(page).pathname) }),
    finishPages(),
    content(root),
  ],
  vite: {
    // For src/styles/fonts.css.
    resolve: { alias: { '/heading-font.woff2': await cutHeadingFont(root) } },
    // Buying and downloading must work in browsers of the last five years.
    build: {
      target: ['chrome96', 'edge96', 'firefox94', 'safari15'],
      // Tailwind's own target. Without it, lightningcss merges the longhands of text-decoration
      // into a shorthand that Safari ignores, so links lose their underlines.
      cssTarget: 'safari16.4',
    },
    plugins: [tailwindcss(), fewChunks(), drawingsFolder()],
  },
});
