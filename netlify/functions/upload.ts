import type { Config } from '@netlify/functions';
import { type PublishResponse, uploadQuery } from '#contract/guide-files.ts';
import { refuseFileName } from '#pdf/file.ts';
import { PART_BYTES } from '#pdf/limits.ts';
import { NOT_PDF } from '#pdf/refusal.ts';
import { ownerRoute } from '../admin/auth.ts';
import { publish } from '../guides/publish.ts';
import { refuse, requireProduct } from '../guides/refusals.ts';
import { addPart } from '../guides/uploads.ts';
import { mediaTypeOf, readBody, readQuery } from '../http/body.ts';

/** A part of a PDF is only bytes. */
const TYPES: ReadonlySet<string> = new Set(['application/pdf', 'application/octet-stream']);

export const config: Config = { path: '/api/upload' };

/** Takes a PDF part by part, and publishes it with the last one. */
export default ownerRoute(config, {
  POST: async (request) => {
    const query = readQuery(request, uploadQuery);
    const product = requireProduct(query.file);
    const { name = product.file_name } = query;
    const refusal = TYPES.has(mediaTypeOf(request)) ? refuseFileName(name) : NOT_PDF;
    if (refusal) throw refuse(refusal);
    const sent = new Uint8Array(await readBody(request, PART_BYTES));
    const bytes = await addPart(query, sent);
    if (!bytes) return new Response(null, { status: 204 });
    return Response.json((await publish(product, { name, bytes })) satisfies PublishResponse);
  },
});
