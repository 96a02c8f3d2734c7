import { INBOX, buildSite } from './build.ts';
import { emulateFunctions } from './emulated-functions.ts';
import { stockGuides } from './samples/stock-guides.ts';
import { startSchedule } from './schedule.ts';
import { serveOnLoopback } from './serve.ts';
import { ROOT, settingsToRun } from './settings.ts';
import { type Shop, startShop } from './shop.ts';
import { createShutdown } from './shutdown.ts';
import { startServices } from './start-services.ts';

/** `npm start`: the built shop on Netlify's own emulator. */
const shutdown = createShutdown();

const start = async (): Promise<void> => {
  const settings = settingsToRun();
  const { port, siteUrl, asksStripe, paymentsPort, directory } = settings;
  // Listens first, so that a taken port is said at once.
  let shop: Shop | undefined;
  const served = await serveOnLoopback(
    (request, remoteAddress) =>
      shop?.fetch(request, remoteAddress) ?? new Response('Starting', { status: 503 }),
    port,
  );
  shutdown.add(served.close);
  const prepareServices = async () => {
    const notes = await startServices(settings, shutdown);
    await stockGuides();
    return notes;
  };
  const [notes] = await Promise.all([
    prepareServices(),
    buildSite(ROOT, directory, {
      PUBLIC_SITE_URL: siteUrl,
      STRIPE_API_URL: `http://localhost:${paymentsPort}`, // a form may lead there, says the policy
      ...(asksStripe || process.env['MAIL_API_KEY'] ? {} : INBOX),
    }),
  ]);
  shop = await startShop(ROOT, await emulateFunctions(ROOT, directory));
  shutdown.add(shop.stop);
  shutdown.add(startSchedule(settings));
  for (const note of notes) console.log(note);
  console.log(`ready on ${siteUrl}`);
};

await start().catch(shutdown.fail);
