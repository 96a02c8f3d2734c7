import { enableCompileCache } from 'node:module';
import { showEveryChange } from './dev-content.ts';
import { devFunctions } from './dev-functions.ts';
import { startSchedule } from './schedule.ts';
import { ROOT, loadStartSettings } from './settings.ts';
import { createShutdown } from './shutdown.ts';
import { startServices } from './start-services.ts';

/** `npm run dev`: like `npm start`, but with hot reload of the pages and the functions. */
const shutdown = createShutdown();

// Saves half a second, because Astro is not compiled again.
enableCompileCache();

const startAstro = async (port: number, servicesReady: Promise<unknown>): Promise<void> => {
  const { dev } = await import('astro');
  const server = await dev({
    root: ROOT,
    server: { port, host: 'localhost' },
    vite: {
      plugins: [devFunctions(servicesReady), showEveryChange()],
      server: {
        strictPort: true,
        watch: {
          ignored: ['**/.netlify/**', '**/dist/**'],
          // Some text editors empty a file before they write to it. Astro would report the empty
          // file and miss the new text.
          awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
        },
      },
    },
  });
  shutdown.add(server.stop);
};

const start = async (): Promise<void> => {
  const settings = loadStartSettings();
  const { port, siteUrl, paymentsPort } = settings;
  const services = startServices(settings, shutdown);
  // The pages read these two variables before the services have started.
  process.env['PUBLIC_SITE_URL'] = siteUrl;
  if (!process.env['STRIPE_SECRET_KEY']) {
    process.env['STRIPE_API_URL'] = `http://localhost:${paymentsPort}`;
  }
  // Otherwise, Astro would make network requests on every start.
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  process.env['ASTRO_DISABLE_UPDATE_CHECK'] = 'true';
  const [notes] = await Promise.all([services, startAstro(port, services)]);
  // Makes Vite compile the home page before the first visit.
  const homePage = await fetch(siteUrl);
  await homePage.body?.cancel();
  shutdown.add(startSchedule(settings));
  // Imported here, so that the content check and its packages do not delay the first page.
  const { publishSampleGuides } = await import('./sample-guides.ts');
  for (const note of [...notes, ...(await publishSampleGuides())]) console.log(note);
  console.log(`ready on ${siteUrl}`);
};

await start().catch(shutdown.fail);
