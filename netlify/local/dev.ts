import netlify from '@netlify/vite-plugin';
import { dev } from 'astro';
import { createEnding } from './ending.ts';
import { provideServices } from './provide.ts';
import { ROOT, loadSettings } from './settings.ts';

/** The shop of start.ts with hot reload: `astro dev`, whose Netlify plugin runs the functions. */
const ending = createEnding();
const settings = loadSettings();
const notes = await provideServices(settings, ending);
const off = { enabled: false };
/** The functions beside the hot-reloading pages. Not in astro.config.mjs: a build would load it for nothing. */
const functions = netlify({
  blobs: off, // blobs.ts serves them, on loopback only
  database: off,
  edgeFunctions: off,
  environmentVariables: off,
  images: off,
});
const server = await dev({
  root: ROOT,
  server: { port: settings.port, host: 'localhost' },
  vite: { plugins: [functions] },
});
ending.add(server.stop);
for (const note of notes) console.log(note);
