import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Plugin } from 'vite';
import { readPackedMails } from '../../src/content/mails.ts';
import { type FunctionModule, functionsInProcess, loadRoutes } from './routes.ts';

/** Addresses that Vite serves itself. There are many, so they skip the search for a function. */
const MODULE = /^\/(@|src\/|node_modules\/)/;

/**
 * Serves the functions in `astro dev` from their sources. Vite loads them as it loads the pages, so the next call sees
 * a change to a function or to a file that it imports.
 * @param services Resolves when the environment of the functions is complete.
 */
export const devFunctions = (services: Promise<unknown>): Plugin => ({
  name: 'functions',
  configureServer: (server) => {
    const load = (file: string) => server.ssrLoadModule(file) as Promise<FunctionModule>;
    const find = functionsInProcess(() => loadRoutes(load));

    server.middlewares.use((incoming, outgoing, next) => {
      if (MODULE.test(incoming.url ?? '')) return next();
      const answer = async (given: Request): Promise<Response> => {
        const request = new Request(given.url, given);
        const found = await find(request, incoming.socket.remoteAddress ?? '');
        // Here Astro serves the addresses without a page, such as the 404.
        if (!found || found.preferStatic) {
          next();
          return RESPONSE_ALREADY_SENT;
        }
        await services;
        globalThis.SHELL_PAGE ??= await (await fetch(new URL('/shell', given.url))).text();
        globalThis.MAILS = await readPackedMails(server.config.root); // the current content/mail
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
