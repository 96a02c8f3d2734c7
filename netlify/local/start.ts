import path from 'node:path';
import { bundleFunctions } from '../build/bundle.ts';
import { readSite } from '../build/deploy.ts';
import { INBOX_ENVIRONMENT, buildSite } from './build.ts';
import { loadRoutes } from './routes.ts';
import { publishSampleGuides } from './sample-guides.ts';
import { startSchedule } from './schedule.ts';
import { openServer } from './serve.ts';
import { type LocalSettings, ROOT, loadStartSettings } from './settings.ts';
import { openShop } from './shop.ts';
import { createShutdown } from './shutdown.ts';
import { startServices } from './start-services.ts';

/** `npm start`: serves the built site and the same function bundles as a deploy. */
const shutdown = createShutdown();

const buildEnvironment = ({ siteUrl, paymentsPort, usesRealStripe }: LocalSettings) => {
  const environment = {
    PUBLIC_SITE_URL: siteUrl,
    // The content security policy must allow the redirect to the payment page.
    STRIPE_API_URL: `http://localhost:${paymentsPort}`,
  };
  const hasInbox = !usesRealStripe && !process.env['MAIL_API_KEY'];
  return hasInbox ? { ...environment, ...INBOX_ENVIRONMENT } : environment;
};

const prepareServices = async (settings: LocalSettings): Promise<readonly string[]> => {
  const notes = await startServices(settings, shutdown);
  return [...notes, ...(await publishSampleGuides())];
};

const start = async (): Promise<void> => {
  const settings = loadStartSettings();
  const { port, siteUrl, directory } = settings;
  // Opened first, so that a port in use is reported immediately.
  const server = await openServer(port);
  shutdown.add(server.close);
  // Must run before `startServices` sets the inbox's variables.
  const environment = buildEnvironment(settings);
  const cache = path.relative(ROOT, path.join(directory, 'astro'));
  const [notes] = await Promise.all([
    prepareServices(settings),
    buildSite(ROOT, path.join(directory, 'dist'), { ...environment, ASTRO_CACHE_DIR: cache }),
  ]);
  const functions = path.join(directory, 'functions');
  await bundleFunctions(ROOT, functions, { context: 'dev', ...(await readSite(directory)) });
  const routes = await loadRoutes({ directory: functions });
  server.setHandler(await openShop(ROOT, routes, directory));
  shutdown.add(startSchedule(settings));
  for (const note of notes) console.log(note);
  console.log(`ready on ${siteUrl}`);
};

await start().catch(shutdown.fail);
