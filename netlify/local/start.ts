import { buildSite } from './build.ts';
import { createEnding } from './ending.ts';
import { startFunctions } from './functions.ts';
import { provideServices } from './provide.ts';
import { startSchedule } from './schedule.ts';
import { serveOnLoopback } from './serve.ts';
import { ROOT, loadSettings } from './settings.ts';
import { type Shop, startShop } from './shop.ts';

const ending = createEnding();

const start = async (): Promise<void> => {
  const settings = loadSettings();
  const { port, siteUrl, paymentsPort, directory } = settings;
  // Listens first, so that a taken port is said at once.
  let shop: Shop | undefined;
  const served = await serveOnLoopback(
    (request, remoteAddress) =>
      shop?.fetch(request, remoteAddress) ?? new Response('Starting', { status: 503 }),
    port,
  );
  ending.add(served.close);
  const [notes] = await Promise.all([
    provideServices(settings, ending),
    buildSite(ROOT, directory, {
      PUBLIC_SITE_URL: siteUrl,
      STRIPE_API_URL: `http://localhost:${paymentsPort}`, // a form may lead there, says the policy
    }),
  ]);
  shop = await startShop(ROOT, startFunctions(ROOT, directory));
  ending.add(shop.stop);
  ending.add(startSchedule(shop, siteUrl));
  for (const note of notes) console.log(note);
  console.log(`ready on ${siteUrl}`);
};

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}\nStop what uses it, or choose another: PORT=9000 npm start`;
  }
  return error.message;
};

await start().catch((error: unknown) => {
  console.error(explain(error));
  return ending.end(1);
});
