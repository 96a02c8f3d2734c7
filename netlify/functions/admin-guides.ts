import type { Config } from '@netlify/functions';
import { type GuideFiles, type GuideFilesResponse, restoreRequest } from '#contract/guide-files.ts';
import { catalogue, findById } from '../catalogue.ts';
import { restoreEdition } from '../guides/editions.ts';
import { guideFilesOf } from '../guides/guide-files.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { ownerRoute } from '../admin/auth.ts';

export const config: Config = { path: '/api/admin/guides' };

export default ownerRoute(config, {
  GET: async () => {
    const products = await Promise.all(catalogue.products.map(guideFilesOf));
    return Response.json({ products } satisfies GuideFilesResponse);
  },
  /** Makes an earlier edition current again. */
  POST: async (request) => {
    const { product: id, edition } = await readJson(request, restoreRequest);
    const product = findById(catalogue, id);
    if (!product) throw new Problem('product_not_found', 'There is no such product.');
    if (!(await restoreEdition(product.file_name, edition))) {
      throw new Problem('edition_not_found', 'This edition is not kept any more.');
    }
    return Response.json((await guideFilesOf(product)) satisfies GuideFiles);
  },
});
