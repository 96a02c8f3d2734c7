import { readEnv } from '../env.ts';
import { buildSite } from './build.ts';
import { createEnding } from './ending.ts';
import { serveOnLoopback } from './serve.ts';
import { startLocalServices } from './services.ts';
import { ROOT, loadSettings } from './settings.ts';
import { stockShelf } from './shelf.ts';
import { type Shop, startShop } from './shop.ts';

const ending = createEnding();

const start = async (): Promise<void> => {
  const { port, siteUrl, directory } = loadSettings();
  const built = buildSite(ROOT, directory, siteUrl);
  // Listens first, so that a taken port is said at once.
  let shop: Shop | undefined;
  const served = await serveOnLoopback(
    (request, remoteAddress) =>
      shop?.fetch(request, remoteAddress) ?? new Response('Starting', { status: 503 }),
    port,
  );
  ending.add(served.close);
  const services = await startLocalServices({
    siteUrl,
    ports: { payments: port + 1, stores: port + 2 },
    directory,
    configured: process.env,
  });
  ending.add(services.close);
  Object.assign(process.env, services.environment); // the emulator hands it on to functions
  readEnv(process.env);
  await Promise.all([built, stockShelf()]);
  shop = await startShop(ROOT, directory);
  ending.add(shop.stop);
  for (const note of services.notes) console.log(note);
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
