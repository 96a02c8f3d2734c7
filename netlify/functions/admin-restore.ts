import type { Config } from '@netlify/functions';
import { type ShelfProduct, restoreRequest } from '#contract/shelf.ts';
import { findById } from '../domain/catalogue.ts';
import { restoreEdition } from '../domain/editions.ts';
import { shelfProduct } from '../domain/shelf.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { catalogue } from '../services/catalogue.ts';
import { ownerRoute } from '../services/door.ts';
import { shelfPorts } from '../services/shelf.ts';

export default ownerRoute({
  POST: async (request) => {
    const { product: id, edition } = await readJson(request, restoreRequest);
    const product = findById(catalogue, id);
    if (!product) throw new Problem('product_not_found', 'There is no such product.');
    if (!(await restoreEdition(shelfPorts(), product.file_name, edition))) {
      throw new Problem('edition_not_found', 'This edition is not kept any more.');
    }
    return Response.json((await shelfProduct(shelfPorts(), product)) satisfies ShelfProduct);
  },
});

export const config: Config = { path: '/api/admin/restore' };
