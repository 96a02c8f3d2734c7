import type { Config } from '@netlify/functions';
import { dropParts } from '../guides/uploads.ts';
import { readUpload } from '../guides/upload-address.ts';
import { ownerRoute, signingSecret, uploadPorts } from '../services.ts';

export default ownerRoute({
  DELETE: async (request) => {
    await dropParts(uploadPorts(), await readUpload(request, signingSecret()));
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/admin/uploads/:upload' };
