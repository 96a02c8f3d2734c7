import type { Config } from '@netlify/functions';
import type { ProductsResponse } from '#contract/downloads.ts';
import { activeProducts, catalogue } from '../catalogue.ts';
import { route } from '../http/route.ts';
import { limitRate } from '../http/rate-limiter.ts';

export const config: Config = { path: '/api/products' };

export default route(config, {
  GET: async (request) => {
    await limitRate('products', request);
    const products = activeProducts(catalogue).map(({ id, name, product_type, is_active }) => ({
      id,
      name,
      product_type,
      is_active,
    }));
    return Response.json({ products } satisfies ProductsResponse);
  },
});
