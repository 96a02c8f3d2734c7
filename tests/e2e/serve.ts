import { rm } from 'node:fs/promises';
import { createEnding } from '../../netlify/local/ending.ts';
import { provideServices } from '../../netlify/local/provide.ts';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { ROOT, loadSettings } from '../../netlify/local/settings.ts';
import { type Shop, startShop } from '../../netlify/local/shop.ts';
import { functionsHere } from './functions-here.ts';

/**
 * A shop for the browser tests, as `npm start` has it but for the emulator of functions. It has orders and
 * guides of its own, new at each start. Run by node, with PORT and ADMIN_PASSWORD; with `--build` it
 * builds the site first, without it the site is there.
 */
const ending = createEnding();
const settings = loadSettings();
await rm(settings.directory, { recursive: true, force: true });
let shop: Shop | undefined;
const served = await serveOnLoopback(
  (request, remoteAddress) =>
    shop?.fetch(request, remoteAddress) ?? new Response('Starting', { status: 503 }),
  settings.port,
);
ending.add(served.close);
await Promise.all([
  provideServices(settings, ending),
  process.argv.includes('--build') && import('./build-site.ts'),
]);
shop = await startShop(ROOT, functionsHere());
ending.add(shop.stop);
console.log(`ready on ${settings.siteUrl}`);
