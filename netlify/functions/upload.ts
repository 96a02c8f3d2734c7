import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import type { PublishResponse } from '#contract/guide-files.ts';
import { refuseFileName } from '#pdf/file.ts';
import { catalogue, findByFileName, findById } from '../catalogue.ts';
import { logError } from '../http/log.ts';
import { wantsPage } from '../http/navigation.ts';
import { Problem, problemOf } from '../http/problem.ts';
import { publish } from '../guides/publish.ts';
import { route } from '../http/route.ts';
import { uploadFailedPage, uploadedPage } from '../admin/pages.ts';
import { type UploadedFile, readUploadedFile, refuse } from '../guides/uploaded-file.ts';
import { requireOwner } from '../admin/auth.ts';

/** A file of the same name is what it replaces; else it must be said. */
const productOf = ({ product, name }: UploadedFile): Product => {
  const found = product === null ? findByFileName(catalogue, name) : findById(catalogue, product);
  if (found) return found;
  throw new Problem('product_not_found', 'Choose the product that the file is for.');
};

const upload = async (request: Request): Promise<PublishResponse> => {
  await requireOwner(request);
  const file = await readUploadedFile(request);
  const refusal = refuseFileName(file.name);
  if (refusal) throw refuse(refusal);
  return publish(productOf(file), file);
};

const fromForm = async (request: Request): Promise<Response> => {
  try {
    return uploadedPage(await upload(request));
  } catch (error) {
    if (!(error instanceof Problem)) logError(error);
    return uploadFailedPage(problemOf(error));
  }
};

export const config: Config = { path: '/api/upload' };

export default route(config, {
  POST: async (request) =>
    wantsPage(request) ? fromForm(request) : Response.json(await upload(request)),
});
