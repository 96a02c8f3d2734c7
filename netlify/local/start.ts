import path from 'node:path';
import { bundleFunctions } from '../build/bundle.ts';
import { readSite } from '../build/deploy.ts';
import { INBOX, astroBuild } from './build.ts';
import { loadRoutes } from './routes.ts';
import { stockGuides } from './stock-guides.ts';
import { serveOnceMade } from './serve.ts';
import { ROOT, settingsToRun } from './settings.ts';
import { openShop } from './shop.ts';
import { createShutdown } from './shutdown.ts';
import { startSchedule, startServices } from './start-services.ts';

/** `npm start`: the built site, and the functions as a deploy gets them. */
const shutdown = createShutdown();

const start = async (): Promise<void> => {
  const settings = settingsToRun();
  const { port, siteUrl, asksStripe, paymentsPort, directory } = settings;
  // The port is opened first, so that a used one is reported at once.
  const served = await serveOnceMade(port);
  shutdown.add(served.close);
  const prepareServices = async () => {
    const notes = await startServices(settings, shutdown);
    await stockGuides();
    return notes;
  };
  const [notes] = await Promise.all([
    prepareServices(),
    astroBuild(ROOT, path.join(directory, 'dist'), {
      PUBLIC_SITE_URL: siteUrl,
      STRIPE_API_URL: `http://localhost:${paymentsPort}`, // the content policy allows forms to lead there
      ...(asksStripe || process.env['MAIL_API_KEY'] ? {} : INBOX),
    }),
  ]);
  const functions = path.join(directory, 'functions');
  await bundleFunctions(ROOT, functions, { context: 'dev', ...(await readSite(directory)) });
  served.answerBy(await openShop(ROOT, await loadRoutes({ directory: functions }), directory));
  shutdown.add(startSchedule(settings));
  for (const note of notes) console.log(note);
  console.log(`ready on ${siteUrl}`);
};

await start().catch(shutdown.fail);
