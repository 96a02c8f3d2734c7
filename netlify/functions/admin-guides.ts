import type { Config } from '@netlify/functions';
import { type GuideFiles, type GuideFilesResponse, restoreRequest } from '#contract/guide-files.ts';
import { ownerRoute } from '../admin/auth.ts';
import { catalogue } from '../catalogue.ts';
import { restoreEdition } from '../guides/editions.ts';
import { guideFilesOf } from '../guides/guide-files.ts';
import { editionGone, requireProduct } from '../guides/refusals.ts';
import { readJson } from '../http/body.ts';

export const config: Config = { path: '/api/admin/guides' };

export default ownerRoute(config, {
  GET: async () => {
    const products = await Promise.all(catalogue.products.map(guideFilesOf));
    return Response.json({ products } satisfies GuideFilesResponse);
  },
  /** Makes an earlier edition current again. */
  POST: async (request) => {
    const { product: id, edition } = await readJson(request, restoreRequest);
    const product = requireProduct(id);
    if (!(await restoreEdition(product.file_name, edition))) throw editionGone();
    return Response.json((await guideFilesOf(product)) satisfies GuideFiles);
  },
});
