import type { Config } from '@netlify/functions';
import type { ProductsResponse } from '#contract/downloads.ts';
import { activeProducts, catalogue } from '../catalogue.ts';
import { route } from '../http/route.ts';
import { limitFlood } from '../http/limits.ts';

export const config: Config = { path: '/api/products' };

export default route(config, {
  GET: async (request) => {
    limitFlood(request);
    const products = activeProducts(catalogue).map(({ id, name, product_type, is_active }) => ({
      id,
      name,
      product_type,
      is_active,
    }));
    return Response.json({ products } satisfies ProductsResponse);
  },
});
