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
 * A shop for the browser tests, like `npm start`, but with the functions' sources. Its orders and
 * guides are reset at each start. Needs PORT and ADMIN_PASSWORD. `--build` builds the site first.
 */
const shutdown = createShutdown();
const settings = loadStartSettings();
await rm(settings.directory, { recursive: true, force: true });
const served = await openServer(settings.port);
shutdown.add(served.close);
/** The tests send more emails than Resend's lowest limit allows, and wait for them. */
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
// As in the bundles of `npm start`.
Object.assign(generated, await readSite(ROOT));
served.setHandler(await openShop(ROOT, await loadRoutes()));
console.log(`ready on ${settings.siteUrl}`);
