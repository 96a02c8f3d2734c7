import { enableCompileCache } from 'node:module';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Plugin } from 'vite';
import { type FunctionModule, findFunction, loadRoutes } from './routes.ts';
import { ROOT, settingsToRun } from './settings.ts';
import { createShutdown } from './shutdown.ts';
import { startSchedule, startServices } from './start-services.ts';

/** `npm run dev`: the shop of start.ts with hot reload of its pages and its functions. */
enableCompileCache(); // saves half a second of compiling Astro
const shutdown = createShutdown();

/** The only functions for a GET. Pages and modules do not wait until Vite has loaded all functions. */
const FUNCTION = /^\/(?:api|\.netlify\/functions)\//;

/**
 * Serves the functions in `astro dev` from their sources. Vite loads them as it loads the pages, so the next call sees
 * a change to a function or to a file that it imports.
 * @param services Resolves when the environment of the functions is complete.
 */
const devFunctions = (services: Promise<unknown>): Plugin => ({
  name: 'functions',
  configureServer: (server) => {
    const importModule = (file: string) => server.ssrLoadModule(file) as Promise<FunctionModule>;
    /** Gives the functions the current emails of content/, and their pages' frame. */
    const fillIn = async (url: string): Promise<void> => {
      const { default: generated } = await server.ssrLoadModule('#generated');
      generated.shellPage ||= await (await fetch(new URL('/shell', url))).text();
      const mails = await fetch(new URL('/emails/templates.json', url));
      Object.assign(generated, await mails.json());
    };

    server.middlewares.use((incoming, outgoing, next) => {
      const { method, url = '' } = incoming;
      if (method !== 'POST' && !FUNCTION.test(url)) return next();
      const answer = async (given: Request): Promise<Response> => {
        const request = new Request(given.url, given);
        const found = findFunction(
          await loadRoutes({ importModule }),
          request,
          incoming.socket.remoteAddress ?? '',
        );
        // Here Astro serves the addresses without a page, such as the 404.
        if (!found || found.preferStatic) {
          next();
          return RESPONSE_ALREADY_SENT;
        }
        await services;
        await fillIn(given.url);
        return found.call();
      };
      const listener = getRequestListener(answer, {
        overrideGlobalObjects: false,
        autoCleanupIncoming: false,
      });
      void listener(incoming, outgoing);
    });
  },
});

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
  const { stockGuides } = await import('./stock-guides.ts');
  await stockGuides();
};

await start().catch(shutdown.fail);
