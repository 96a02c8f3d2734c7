import type { Config } from '@netlify/functions';
import type { ProductsResponse } from '#contract/orders.ts';
import { activeProducts, catalog } from '../shop/catalog.ts';
import { route } from '../http/route.ts';

export const config: Config = { path: '/api/products' };

export default route(config, {
  GET: () => {
    const products = activeProducts(catalog).map((product) => ({
      id: product.id,
      name: product.name,
      product_type: product.product_type,
      is_active: product.is_active,
    }));
    return Response.json({ products } satisfies ProductsResponse);
  },
});
