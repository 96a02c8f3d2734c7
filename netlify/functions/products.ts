import type { Config } from '@netlify/functions';
import type { ProductsResponse } from '#contract/downloads.ts';
import { activeProducts } from '../domain/catalogue.ts';
import { route } from '../http/route.ts';
import { admit, catalogue } from '../services.ts';

export default route({
  GET: async (request) => {
    await admit('products', request);
    const products = activeProducts(catalogue).map(({ id, name, product_type, is_active }) => ({
      id,
      name,
      product_type,
      is_active,
    }));
    return Response.json({ products } satisfies ProductsResponse);
  },
});

export const config: Config = { path: '/api/products' };
