import { dev } from 'astro';
import { readEnv } from '../env.ts';
import { createEnding } from './ending.ts';
import { startLocalServices } from './services.ts';
import { ROOT, loadSettings } from './settings.ts';
import { stockShelf } from './shelf.ts';

/** The shop of start.ts with hot reload: `astro dev`, whose Netlify plugin runs the functions. */
const ending = createEnding();
const { port, siteUrl, directory } = loadSettings();
const services = await startLocalServices({
  siteUrl,
  ports: { payments: port + 1, stores: port + 2 },
  directory,
  configured: process.env,
});
ending.add(services.close);
Object.assign(process.env, services.environment);
readEnv(process.env);
await stockShelf();
const server = await dev({ root: ROOT, server: { port, host: 'localhost' } });
ending.add(server.stop);
for (const note of services.notes) console.log(note);
