import { hash } from 'node:crypto';
import type { Config } from '@netlify/functions';
import type { PublishResponse } from '#contract/guide-files.ts';
import { publish } from '../guides/publish.ts';
import { requireProduct } from '../guides/refusals.ts';
import { type Upload, dropParts, joinParts, readUpload } from '../guides/uploads.ts';
import { logError } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { ownerRoute } from '../admin/auth.ts';

const join = async (upload: Upload): Promise<Uint8Array<ArrayBuffer>> => {
  const joined = await joinParts(upload);
  if ('bytes' in joined) return joined.bytes;
  const numbers = joined.missing.join(', ');
  throw new Problem('upload_incomplete', `Parts of the file are missing: ${numbers}. Send them.`);
};

const publishParts = async (upload: Upload): Promise<PublishResponse> => {
  const product = requireProduct(upload.product, 'The product isn’t sold anymore.');
  const bytes = await join(upload);
  try {
    if (hash('sha256', bytes) !== upload.sha256) {
      throw new Problem(
        'upload_incomplete',
        'The file was damaged on the way. Please send it again.',
      );
    }
    const published = await publish(product, { name: upload.fileName, bytes });
    await dropParts(upload).catch(logError);
    return published;
  } catch (error) {
    // A refused file stays refused. After a fault on our side, the owner can try again with the same parts.
    if (error instanceof Problem) await dropParts(upload).catch(logError);
    throw error;
  }
};

export const config: Config = { path: '/api/admin/uploads/:upload' };

export default ownerRoute(config, {
  /** Publishes a file whose parts have all arrived. */
  POST: async (_, { upload }) => Response.json(await publishParts(await readUpload(upload))),
  DELETE: async (_, { upload }) => {
    await dropParts(await readUpload(upload));
    return new Response(null, { status: 204 });
  },
});
