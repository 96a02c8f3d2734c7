import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import type { PublishResponse } from '#contract/shelf.ts';
import { refuseFileName } from '#pdf/file.ts';
import { findByFileName, findById } from '../domain/catalogue.ts';
import { logError } from '../http/log.ts';
import { wantsPage } from '../http/navigation.ts';
import { Problem, problemOf } from '../http/problem.ts';
import { publish } from '../http/publish.ts';
import { route } from '../http/route.ts';
import { uploadFailedPage, uploadedPage } from '../http/upload-page.ts';
import { type UploadedFile, readUploadedFile, refuse } from '../http/uploaded-file.ts';
import { catalogue } from '../services/catalogue.ts';
import { door } from '../services/door.ts';
import { shelfPorts } from '../services/shelf.ts';

/** A file of the same name is what it replaces; else it must be said. */
const productOf = ({ product, name }: UploadedFile): Product => {
  const found = product === null ? findByFileName(catalogue, name) : findById(catalogue, product);
  if (found) return found;
  throw new Problem('product_not_found', 'Choose the product that the file is for.');
};

const upload = async (request: Request): Promise<PublishResponse> => {
  await door.requireOwner(request);
  const file = await readUploadedFile(request);
  const refusal = refuseFileName(file.name);
  if (refusal) throw refuse(refusal);
  return publish(shelfPorts(), productOf(file), file);
};

const fromForm = async (request: Request): Promise<Response> => {
  try {
    return uploadedPage(await upload(request));
  } catch (error) {
    if (!(error instanceof Problem)) logError(error);
    return uploadFailedPage(problemOf(error));
  }
};

export default route({
  POST: async (request) =>
    wantsPage(request) ? fromForm(request) : Response.json(await upload(request)),
});

export const config: Config = { path: '/api/upload' };
