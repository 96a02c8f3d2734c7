import { dev } from 'astro';
import { createEnding } from './ending.ts';
import { provideServices } from './provide.ts';
import { ROOT, loadSettings } from './settings.ts';

/** The shop of start.ts with hot reload: `astro dev`, whose Netlify plugin runs the functions. */
const ending = createEnding();
const settings = loadSettings();
const notes = await provideServices(settings, ending);
const server = await dev({ root: ROOT, server: { port: settings.port, host: 'localhost' } });
ending.add(server.stop);
for (const note of notes) console.log(note);
