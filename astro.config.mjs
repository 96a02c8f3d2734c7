import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, fontProviders } from 'astro/config';
import { fewChunks } from './.config/chunks.ts';
import { createCsp } from './.config/csp.ts';
import { cutHeadingFont } from './.config/heading-font.ts';
import { finishPages } from './.config/built-pages.ts';
import { watchContent } from './.config/content.ts';
import { siteUrlOf } from './netlify/build/deploy.ts';
import { parseAds } from './src/purchase/conversion.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Pages for one buyer or the owner, and pages that nobody should find by searching. */
const PRIVATE = /\/(payment-|guide-download|admin-|404|present|shell)/;

const site = siteUrlOf(process.env) ?? 'http://localhost:8888';

// Wrong settings are refused here, before anything is built.
parseAds(process.env.PUBLIC_ADS_CONVERSION);

export default defineConfig({
  site,
  security: { csp: createCsp(site, process.env.STRIPE_API_URL) },
  output: 'static',
  trailingSlash: 'never',
  // guide-1.html, not guide-1/index.html: Netlify then serves /guide-1 without a redirect to
  // /guide-1/.
  build: { format: 'file', inlineStylesheets: 'always' },
  scopedStyleStrategy: 'class',
  // The copy contains no code, and the policy would block the highlighter's style attributes.
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
      // src/styles/fallbacks.css makes them as wide as Fraunces. Astro would only adapt Times, and
      // not its bold.
      fallbacks: ['FrauncesGeorgia', 'FrauncesNoto', 'FrauncesTimes', 'Georgia', 'serif'],
      optimizedFallbacks: false,
      options: {
        variants: [{ weight: 600, style: 'normal', src: [await cutHeadingFont(root)] }],
      },
    },
  ],
  vite: {
    // As Tailwind's own. Without it, Safari would lose every underline: longhands of
    // text-decoration would be merged.
    build: { cssTarget: 'safari16.4' },
    plugins: [tailwindcss(), fewChunks()],
    // As modules, workers load their parts only when they need them.
    worker: { format: 'es' },
  },
});
