import type { Config } from '@netlify/functions';
import { catalogue, findById } from '../catalogue.ts';
import { type Kept, copyOf } from '../downloads/copy.ts';
import { slice } from '../downloads/range.ts';
import { readEdition } from '../guides/blobs-editions.ts';
import { openGuide } from '../guides/blobs-guides.ts';
import { SPECIMEN } from '../guides/stamp/line.ts';
import { contentDisposition } from '../http/headers.ts';
import { Problem } from '../http/problem.ts';
import { streamOf } from '../http/stream.ts';
import { ownerRoute } from '../admin/auth.ts';

/** A PDF that opens in the browser, for the owner's eyes alone. */
const pdfResponse = (
  fileName: string,
  body: ReadableStream<Uint8Array> | ArrayBuffer,
  size: number,
): Response =>
  new Response(body, {
    headers: {
      'cache-control': 'private, no-store',
      'content-disposition': contentDisposition(fileName, 'inline'),
      'content-length': String(size),
      'content-type': 'application/pdf',
    },
  });

/** The current file as buyers get it, with the line of no order. */
const specimenOf = (
  guide: Kept & { readonly size: number; readonly body: ReadableStream<Uint8Array> },
) => {
  const { patch } = copyOf(guide, catalogue.stamp ? SPECIMEN : null);
  const whole = { first: 0, last: guide.size - 1 };
  return streamOf(slice(guide.body, whole, patch), () => guide.body.cancel());
};

export const config: Config = { path: '/api/admin/guide' };

export default ownerRoute(config, {
  GET: async (request) => {
    const query = new URL(request.url).searchParams;
    const product = findById(catalogue, query.get('product') ?? '');
    if (!product) throw new Problem('product_not_found', 'There is no such product.');
    const name = product.file_name;
    const edition = query.get('edition');
    if (edition === null) {
      const guide = await openGuide(name);
      if (guide) return pdfResponse(name, specimenOf(guide), guide.size);
      throw new Problem('file_not_found', 'There is no file for this product.');
    }
    const bytes = await readEdition(name, edition);
    if (bytes) return pdfResponse(name, bytes, bytes.byteLength);
    throw new Problem('edition_not_found', 'This edition is not kept any more.');
  },
});
