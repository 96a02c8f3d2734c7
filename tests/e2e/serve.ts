import { rm } from 'node:fs/promises';
import { readPackedMails } from '../../src/content/mails.ts';
import { readNotFoundPage } from '../../netlify/build/deploy.ts';
import { functionsInProcess, loadRoutes } from '../../netlify/local/routes.ts';
import { stockGuides } from '../../netlify/local/samples/stock-guides.ts';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { ROOT, settingsToRun } from '../../netlify/local/settings.ts';
import { type Shop, startShop } from '../../netlify/local/shop.ts';
import { createShutdown } from '../../netlify/local/shutdown.ts';
import { startServices } from '../../netlify/local/start-services.ts';

/**
 * A shop for the browser tests, as `npm start` has it but for the emulator of functions. It has orders and
 * guides of its own, new at each start. Run by node, with PORT and ADMIN_PASSWORD; with `--build` it
 * builds the site first, without it the site is there.
 */
const shutdown = createShutdown();
const settings = settingsToRun();
await rm(settings.directory, { recursive: true, force: true });
let shop: Shop | undefined;
const served = await serveOnLoopback(
  (request, remoteAddress) =>
    shop?.fetch(request, remoteAddress) ?? new Response('Starting', { status: 503 }),
  settings.port,
);
shutdown.add(served.close);
await Promise.all([
  startServices(settings, shutdown).then(stockGuides),
  process.argv.includes('--build') && import('./build-site.ts'),
]);
// As in the bundles of `npm start`.
globalThis.NOT_FOUND_PAGE = await readNotFoundPage(ROOT);
globalThis.MAILS = await readPackedMails(ROOT);
const routes = loadRoutes();
shop = await startShop(
  ROOT,
  functionsInProcess(() => routes),
);
shutdown.add(shop.stop);
console.log(`ready on ${settings.siteUrl}`);
