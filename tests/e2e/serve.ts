import { rm } from 'node:fs/promises';
import generated from '#generated';
import { readSite } from '../../netlify/build/deploy.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { stockGuides } from '../../netlify/local/stock-guides.ts';
import { serveOnceMade } from '../../netlify/local/serve.ts';
import { ROOT, settingsToRun } from '../../netlify/local/settings.ts';
import { openShop } from '../../netlify/local/shop.ts';
import { createShutdown } from '../../netlify/local/shutdown.ts';
import { startServices } from '../../netlify/local/start-services.ts';

/**
 * A shop for the browser tests, like that of `npm start`, but with the functions' sources. Its orders and guides are new
 * at each start. Needs PORT and ADMIN_PASSWORD. `--build` builds the site first.
 */
const shutdown = createShutdown();
const settings = settingsToRun();
await rm(settings.directory, { recursive: true, force: true });
const served = await serveOnceMade(settings.port);
shutdown.add(served.close);
await Promise.all([
  startServices(settings, shutdown).then(stockGuides),
  process.argv.includes('--build') && import('./build-site.ts'),
]);
// As in the bundles of `npm start`.
Object.assign(generated, await readSite(ROOT));
served.answerBy(await openShop(ROOT, await loadRoutes()));
console.log(`ready on ${settings.siteUrl}`);
