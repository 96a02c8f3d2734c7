import type { FindFunction } from '../../netlify/local/functions.ts';
import { loadRoutes } from '../shop/routes.ts';

/**
 * The functions in this process and from their sources. Netlify's emulator takes a worker and a third of a
 * second for each call; that it serves the same is for the tests of `npm start`.
 */
export const functionsHere = async (): Promise<FindFunction> => {
  const routes = await loadRoutes();
  return async (request) => {
    const route = routes.find(
      ({ claims, config: { method = request.method } }) =>
        claims(request.url) && [method].flat().includes(request.method),
    );
    if (!route) return undefined;
    const address = request.headers.get('x-forwarded-for') ?? '';
    request.headers.set('x-nf-client-connection-ip', address);
    return {
      preferStatic: route.config.preferStatic === true,
      call: () => route.handle(request),
    };
  };
};
