import type { Config } from '@netlify/functions';
import type { ShelfResponse } from '#contract/shelf.ts';
import { shelfProduct } from '../domain/shelf.ts';
import { catalogue } from '../services/catalogue.ts';
import { ownerRoute } from '../services/door.ts';
import { shelfPorts } from '../services/shelf.ts';

export default ownerRoute({
  GET: async () => {
    const ports = shelfPorts();
    const products = catalogue.products.map((product) => shelfProduct(ports, product));
    return Response.json({ products: await Promise.all(products) } satisfies ShelfResponse);
  },
});

export const config: Config = { path: '/api/admin/shelf' };
