import type { Config } from '@netlify/functions';
import { ownerRoute } from '../admin/auth.ts';
import { catalogue } from '../catalogue.ts';
import { copyOf, slice } from '../downloads/copy.ts';
import { readEdition } from '../guides/blobs-editions.ts';
import { openGuide } from '../guides/blobs-guides.ts';
import { editionGone, requireProduct } from '../guides/refusals.ts';
import { SPECIMEN } from '../guides/stamp/line.ts';
import { contentDisposition } from '../http/headers.ts';
import { Problem } from '../http/problem.ts';
import { streamOf } from '../http/stream.ts';

type Pdf = { readonly body: ReadableStream<Uint8Array> | ArrayBuffer; readonly size: number };

/** The current file as buyers get it, with a specimen of the order's line. */
const openCurrent = async (name: string): Promise<Pdf> => {
  const guide = await openGuide(name);
  if (!guide) throw new Problem('file_not_found', 'There’s no file for this product.');
  const { patch } = copyOf(guide, catalogue.stamp ? SPECIMEN : null);
  const whole = { first: 0, last: guide.size - 1 };
  const body = streamOf(slice(guide.body, whole, patch), () => guide.body.cancel());
  return { body, size: guide.size };
};

const openEdition = async (name: string, edition: string): Promise<Pdf> => {
  const body = await readEdition(name, edition);
  if (!body) throw editionGone();
  return { body, size: body.byteLength };
};

export const config: Config = { path: '/api/admin/guide' };

/** A PDF that opens in the owner's browser. */
export default ownerRoute(config, {
  GET: async (request) => {
    const query = new URL(request.url).searchParams;
    const { file_name: name } = requireProduct(query.get('product') ?? '');
    const edition = query.get('edition');
    const { body, size } = await (edition === null
      ? openCurrent(name)
      : openEdition(name, edition));
    return new Response(body, {
      headers: {
        'cache-control': 'private, no-store',
        'content-disposition': contentDisposition(name, 'inline'),
        'content-length': String(size),
        'content-type': 'application/pdf',
      },
    });
  },
});
