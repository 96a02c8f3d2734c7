import type { Config } from '@netlify/functions';
import { type BeginUploadResponse, beginUploadRequest } from '#contract/guide-files.ts';
import { refuseFileName, refuseSize } from '#pdf/file.ts';
import { ownerRoute } from '../admin/auth.ts';
import { refuse, requireProduct } from '../guides/refusals.ts';
import { PART_BYTES, beginUpload, partCount, sealUpload } from '../guides/uploads.ts';
import { readJson } from '../http/body.ts';

export const config: Config = { path: '/api/admin/uploads' };

export default ownerRoute(config, {
  POST: async (request) => {
    const file = await readJson(request, beginUploadRequest);
    const refusal = refuseFileName(file.fileName) ?? refuseSize(file.size);
    if (refusal) throw refuse(refusal);
    requireProduct(file.product, 'Choose which product the file is for.');
    const { upload, received } = await beginUpload(file);
    return Response.json({
      upload: await sealUpload(upload),
      partBytes: PART_BYTES,
      parts: partCount(upload),
      received,
    } satisfies BeginUploadResponse);
  },
});
