import type { Config } from '@netlify/functions';
import { type BeginUploadResponse, beginUploadRequest } from '#contract/shelf.ts';
import { refuseFileName, refuseSize } from '#pdf/file.ts';
import { findById } from '../domain/catalogue.ts';
import { PART_BYTES, beginUpload, partCount, sealUpload } from '../domain/uploads.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { refuse } from '../http/uploaded-file.ts';
import { catalogue } from '../services/catalogue.ts';
import { ownerRoute } from '../services/door.ts';
import { signingSecret } from '../services/settings.ts';
import { uploadPorts } from '../services/uploads.ts';

export default ownerRoute({
  POST: async (request) => {
    const file = await readJson(request, beginUploadRequest);
    const refusal = refuseFileName(file.fileName) ?? refuseSize(file.size);
    if (refusal) throw refuse(refusal);
    if (!findById(catalogue, file.product)) {
      throw new Problem('product_not_found', 'Choose the product that the file is for.');
    }
    const { upload, received } = await beginUpload(uploadPorts(), file);
    return Response.json({
      upload: await sealUpload(upload, signingSecret()),
      partBytes: PART_BYTES,
      parts: partCount(upload),
      received,
    } satisfies BeginUploadResponse);
  },
});

export const config: Config = { path: '/api/admin/uploads' };
