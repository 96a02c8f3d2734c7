import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import type { PublishResponse } from '#contract/guide-files.ts';
import { refuseFileName } from '#pdf/file.ts';
import { catalogue, findByFileName, findById } from '../catalogue.ts';
import { Problem } from '../http/problem.ts';
import { publish } from '../guides/publish.ts';
import { type UploadedFile, readUploadedFile, refuse } from '../guides/uploaded-file.ts';
import { ownerRoute } from '../admin/auth.ts';

/** The product that the caller names, or the one with a file of this name. */
const productOf = ({ product, name }: UploadedFile): Product => {
  const found = product === null ? findByFileName(catalogue, name) : findById(catalogue, product);
  if (found) return found;
  throw new Problem('product_not_found', 'Choose the product that the file is for.');
};

export const config: Config = { path: '/api/upload' };

/** Publishes a file that was sent in one request. */
export default ownerRoute(config, {
  POST: async (request) => {
    const file = await readUploadedFile(request);
    const refusal = refuseFileName(file.name);
    if (refusal) throw refuse(refusal);
    return Response.json((await publish(productOf(file), file)) satisfies PublishResponse);
  },
});
