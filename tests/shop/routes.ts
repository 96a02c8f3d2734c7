import { randomBytes } from 'node:crypto';
import { type FunctionHandler, loadRoutes } from '../../netlify/local/routes.ts';
import { PLAIN_MAILS } from './templates.ts';

/** The parts of src/pages/shell.astro that functions fill in. */
const SHELL =
  '<title>{{title}}</title><main><h1>{{title}}</h1><template data-content></template></main>';

export const NOT_FOUND_PAGE =
  '<!doctype html><h1>Oops! Page not found</h1><p>of the site itself</p>';

const CLIENT = 'x-nf-client-connection-ip';

/**
 * Combines the functions into one handler. They read the environment at their first call. The
 * handler also waits for work that continues after a response. A request without a client address
 * counts as one from a new client.
 */
export const loadFunctions = async (): Promise<FunctionHandler> => {
  // Imported here, because a test may have reset the modules.
  const { default: generated } = await import('#generated');
  Object.assign(generated, PLAIN_MAILS, { shellPage: SHELL, notFoundPage: NOT_FOUND_PAGE });
  const routes = await loadRoutes();
  return async (request) => {
    const route = routes.find(({ claims }) => claims(request.url));
    if (!route) return new Response('unknown function', { status: 404 });
    if (!request.headers.has(CLIENT)) request.headers.set(CLIENT, `10.${randomBytes(3).join('.')}`);
    const work: Promise<unknown>[] = [];
    const response = await route.handle(request, (one) => work.push(one));
    await Promise.all(work);
    return response;
  };
};
