import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import type { PublishResponse } from '#contract/guide-files.ts';
import { refuseFileName } from '#pdf/file.ts';
import { ownerRoute } from '../admin/auth.ts';
import { catalogue, findByFileName } from '../catalogue.ts';
import { publish } from '../guides/publish.ts';
import { refuse, requireProduct } from '../guides/refusals.ts';
import { type UploadedFile, readUploadedFile } from '../guides/uploaded-file.ts';

/** Without an id, a file replaces the one of the same name. */
const productOf = ({ product, name }: UploadedFile): Product =>
  requireProduct(
    product ?? findByFileName(catalogue, name)?.id ?? '',
    'Choose which product the file is for.',
  );

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
