import type { Config } from '@netlify/functions';
import { dropParts } from '../domain/uploads.ts';
import { readUpload } from '../http/upload-address.ts';
import { ownerRoute } from '../services/door.ts';
import { signingSecret } from '../services/settings.ts';
import { uploadPorts } from '../services/uploads.ts';

export default ownerRoute({
  DELETE: async (request) => {
    await dropParts(uploadPorts(), await readUpload(request, signingSecret()));
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/admin/uploads/:upload' };
