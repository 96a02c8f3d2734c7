import type { Config } from '@netlify/functions';
import { partSize, putPart, readUpload } from '../guides/uploads.ts';
import { mediaTypeOf, readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { ownerRoute } from '../admin/auth.ts';

/** NaN for anything but a number. */
const readPartNumber = (part = ''): number => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN);

export const config: Config = { path: '/api/admin/uploads/:upload/parts/:part' };

export default ownerRoute(config, {
  PUT: async (request, params) => {
    const upload = await readUpload(params['upload']);
    const part = readPartNumber(params['part']);
    const size = partSize(upload, part);
    if (size === null) throw new Problem('invalid_request', 'The file has no such part.');
    if (mediaTypeOf(request) !== 'application/octet-stream') {
      throw new Problem('unsupported_media_type', 'Send the part as application/octet-stream.');
    }
    const bytes = new Uint8Array(await readBody(request, size));
    if (bytes.byteLength < size) {
      throw new Problem(
        'invalid_request',
        `The part has ${size} bytes, and not all of them arrived.`,
      );
    }
    await putPart(upload, part, bytes.buffer);
    return new Response(null, { status: 204 });
  },
});
