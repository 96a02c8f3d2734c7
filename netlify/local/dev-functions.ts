import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Plugin, ViteDevServer } from 'vite';
import { type FunctionModule, findFunction, loadRoutes } from './routes.ts';
import { readRequest, respondToError } from './serve.ts';

/** Functions with other paths accept only POST, so a GET request for a page loads no functions. */
const FUNCTION_PATH = /^\/(?:api|\.netlify\/functions)\//;

/**
 * Sets the data that a build generates: the page layout, the email templates, and what the pages
 * say about each PDF.
 */
const updateGenerated = async (server: ViteDevServer, siteUrl: string): Promise<void> => {
  const { default: generated } = await server.ssrLoadModule('#generated');
  if (!generated.shellPage) {
    const shell = await fetch(new URL('/shell', siteUrl));
    generated.shellPage = await shell.text();
  }
  const templates = await fetch(new URL('/emails/templates.json', siteUrl));
  const promises = await fetch(new URL('/promises.json', siteUrl));
  Object.assign(generated, await templates.json(), { promises: await promises.json() });
};

/**
 * A Vite plugin that runs the functions from source in `astro dev`. Vite loads them, so a change to
 * a function, or to a file that it imports, applies to the next call.
 * @param servicesReady Resolves when the functions' environment variables are set.
 */
export const devFunctions = (servicesReady: Promise<unknown>): Plugin => ({
  name: 'functions',
  configureServer: (server) => {
    const importModule = (file: string) => server.ssrLoadModule(file) as Promise<FunctionModule>;

    server.middlewares.use((incoming, outgoing, next) => {
      const { method, url = '' } = incoming;
      if (method !== 'POST' && !FUNCTION_PATH.test(url)) return next();

      const handle = async (request: Request): Promise<Response> => {
        const routes = await loadRoutes({ importModule });
        const found = findFunction(routes, request);
        // Astro serves all other paths, including the 404 page, and reads the body itself.
        if (!found || found.preferStatic) {
          next();
          return RESPONSE_ALREADY_SENT;
        }
        const wholeRequest = await readRequest(request);
        await servicesReady;
        await updateGenerated(server, request.url);
        return found.call(wholeRequest, incoming.socket.remoteAddress ?? '');
      };
      const listener = getRequestListener(handle, {
        overrideGlobalObjects: false,
        autoCleanupIncoming: false,
        errorHandler: respondToError,
      });
      void listener(incoming, outgoing);
    });
  },
});
