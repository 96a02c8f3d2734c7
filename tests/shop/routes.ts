import { type Handler, loadRoutes } from '../../netlify/local/routes.ts';

/** The functions as one handler. They read the environment when they are first called. */
export const loadFunctions = async (): Promise<Handler> => {
  const routes = await loadRoutes();
  return async (request) => {
    const route = routes.find(({ claims }) => claims(request.url));
    return route ? route.handle(request) : new Response('no such function', { status: 404 });
  };
};
