import netlify from '@netlify/vite-plugin';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

const off = { enabled: false };

export default defineConfig({
  // Netlify's builds know the site's address as URL.
  site: process.env.PUBLIC_SITE_URL || process.env.URL || 'http://localhost:8888',
  output: 'static',
  trailingSlash: 'never',
  // guide-1.html, not guide-1/index.html: Netlify then serves /guide-1 without a redirect to /guide-1/.
  build: { format: 'file' },
  devToolbar: off,
  integrations: [react()],
  vite: {
    plugins: [
      tailwindcss(),
      // `npm run dev` only: the functions beside the hot-reloading pages.
      netlify({
        blobs: off, // netlify/local serves them, on loopback only
        database: off,
        edgeFunctions: off,
        environmentVariables: off,
        images: off,
      }),
    ],
  },
});
