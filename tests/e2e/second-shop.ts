import { rm } from 'node:fs/promises';
import { createEnding } from '../../netlify/local/ending.ts';
import { provideServices } from '../../netlify/local/provide.ts';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { ROOT, loadSettings } from '../../netlify/local/settings.ts';
import { type Shop, startShop } from '../../netlify/local/shop.ts';

/**
 * A second shop beside the one that all browser tests share, on the same built site, with orders and guides
 * of its own, new at each start. Run by node, with PORT and ADMIN_PASSWORD.
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
await provideServices(settings, ending);
shop = await startShop(ROOT, settings.directory);
ending.add(shop.stop);
console.log(`ready on ${settings.siteUrl}`);
