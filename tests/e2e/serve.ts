import { rm } from 'node:fs/promises';
import generated from '#generated';
import { readSite } from '../../netlify/build/deploy.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { publishSampleGuides } from '../../netlify/local/sample-guides.ts';
import { openServer } from '../../netlify/local/serve.ts';
import { ROOT, loadStartSettings } from '../../netlify/local/settings.ts';
import { openShop } from '../../netlify/local/shop.ts';
import { createShutdown } from '../../netlify/local/shutdown.ts';
import { startServices } from '../../netlify/local/start-services.ts';

/**
 * Starts a shop for the browser tests. It is like `npm start`, but runs the functions from source.
 * Each start deletes the orders and guides. Requires PORT and ADMIN_PASSWORD. `--build` also builds
 * the site.
 */
const shutdown = createShutdown();
const settings = loadStartSettings();
await rm(settings.directory, { recursive: true, force: true });
const served = await openServer(settings.port);
shutdown.add(served.close);
/** The tests wait for more emails than Resend's lowest rate limit allows. */
const raiseMailLimit = (): Promise<Response> =>
  fetch(`http://localhost:${settings.paymentsPort}/_control/mail/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ perSecond: 1000 }),
  });
await Promise.all([
  startServices(settings, shutdown).then(publishSampleGuides).then(raiseMailLimit),
  process.argv.includes('--build') && import('./build-site.ts'),
]);
// `npm start` bundles this data with the functions.
Object.assign(generated, await readSite(ROOT));
served.setHandler(await openShop(ROOT, await loadRoutes()));
console.log(`ready on ${settings.siteUrl}`);
