import { enableCompileCache } from 'node:module';
import { devFunctions } from './dev-functions.ts';
import { ROOT, settingsToRun } from './settings.ts';
import { createShutdown } from './shutdown.ts';
import { startSchedule, startServices } from './start-services.ts';

/** `npm run dev`: the shop of start.ts with hot reload of its pages and its functions. */
enableCompileCache(); // saves half a second of compiling Astro
const shutdown = createShutdown();

const startAstro = async (port: number, services: Promise<unknown>): Promise<void> => {
  const { dev } = await import('astro');
  const server = await dev({
    root: ROOT,
    server: { port, host: 'localhost' },
    vite: {
      plugins: [devFunctions(services)],
      server: { strictPort: true, watch: { ignored: ['**/.netlify/**', '**/dist/**'] } },
    },
  });
  shutdown.add(server.stop);
};

const start = async (): Promise<void> => {
  const settings = settingsToRun();
  const { port, siteUrl, paymentsPort } = settings;
  const services = startServices(settings, shutdown);
  // The pages read these two before the services have started.
  process.env['PUBLIC_SITE_URL'] = siteUrl;
  if (!process.env['STRIPE_SECRET_KEY']) {
    process.env['STRIPE_API_URL'] = `http://localhost:${paymentsPort}`;
  }
  // Otherwise Astro would call the internet at each start.
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  process.env['ASTRO_DISABLE_UPDATE_CHECK'] = 'true';
  const [notes] = await Promise.all([services, startAstro(port, services)]);
  const page = await fetch(siteUrl);
  await page.body?.cancel();
  shutdown.add(startSchedule(settings));
  for (const note of notes) console.log(note);
  console.log(`ready on ${siteUrl}`);
  // Comes last, since drawing the samples takes seconds at the first start.
  const { stockGuides } = await import('./samples/stock-guides.ts');
  await stockGuides();
};

await start().catch(shutdown.fail);
