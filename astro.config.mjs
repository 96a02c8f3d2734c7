import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, fontProviders } from 'astro/config';
import { fewChunks } from './.config/chunks.ts';
import { createCsp } from './.config/csp.ts';
import { finishPages } from './.config/pages/finish.ts';
import { CSS_TARGET } from './.config/pages/css.ts';
import { cutHeadingFont } from './.config/heading-font.ts';
import { watchContent } from './.config/content.ts';
import { siteUrlOf } from './netlify/build/deploy.ts';
import { parseAds } from './src/purchase/ads.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Pages that belong to one buyer, to the owner, or to nobody. */
const PRIVATE = /\/(payment-|guide-download|admin-|404|shell)/;

const site = siteUrlOf(process.env) ?? 'http://localhost:8888';

// Refused here, before anything is built.
parseAds(process.env.PUBLIC_ADS_CONVERSION);

export default defineConfig({
  site,
  security: { csp: createCsp({ site, standIn: process.env.STRIPE_API_URL }) },
  output: 'static',
  trailingSlash: 'never',
  // guide-1.html, not guide-1/index.html: Netlify then serves /guide-1 without a redirect to /guide-1/.
  build: { format: 'file', inlineStylesheets: 'always' },
  // Classes, unlike attributes, can be told to be unused (.config/pages/css.ts).
  scopedStyleStrategy: 'class',
  // No copy holds code, and the highlighter's style attributes would be refused by the policy.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  integrations: [
    react(),
    sitemap({ filter: (page) => !PRIVATE.test(new URL(page).pathname) }),
    finishPages(),
    watchContent(root),
  ],
  fonts: [
    {
      name: 'Fraunces',
      cssVariable: '--font-fraunces',
      provider: fontProviders.local(),
      // src/styles/fallbacks.css makes them as wide as Fraunces. Astro's own would know one, Times, unbold.
      fallbacks: ['FrauncesGeorgia', 'FrauncesNoto', 'FrauncesTimes', 'Georgia', 'serif'],
      optimizedFallbacks: false,
      options: {
        variants: [{ weight: 600, style: 'normal', src: [await cutHeadingFont(root)] }],
      },
    },
  ],
  vite: {
    build: { cssTarget: CSS_TARGET },
    plugins: [tailwindcss(), fewChunks()],
    // Modules, so that what a worker needs is loaded when it needs it.
    worker: { format: 'es' },
  },
});
