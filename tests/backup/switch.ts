import { vi } from 'vitest';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { type TestShop, jsonPost } from '../shop/shop.ts';
import type { Stores } from './stores.ts';

/** The shop with the variables of other stores, deployed anew. The one before must not be called any more. */
export const switchTo = async (shop: TestShop, stores: Stores): Promise<TestShop> => {
  Object.assign(process.env, stores.environment);
  vi.resetModules();
  const routes = await loadRoutes();
  const call: TestShop['call'] = async (pathname, init) => {
    const request = new Request(new URL(pathname, shop.siteUrl), init);
    const route = routes.find(({ claims }) => claims(request.url));
    return route ? route.handle(request) : new Response(null, { status: 404 });
  };
  return {
    ...shop,
    redis: stores.redis,
    call,
    post: (pathname, body, headers) => call(pathname, jsonPost(body, headers)),
  };
};

/** As Netlify's scheduler calls it. */
export const reconcile = async (shop: TestShop) => {
  const response = await shop.call('/.netlify/functions/reconcile', { method: 'POST' });
  return response.json();
};
