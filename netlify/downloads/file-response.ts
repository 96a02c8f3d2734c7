import { contentDisposition } from '../http/content-disposition.ts';
import { Problem } from '../http/problem.ts';
import { parseByteRange } from './byte-range.ts';
import { streamBytes } from './byte-stream.ts';
import { allowsRange, evaluateConditions } from './conditions.ts';

export type Attachment = {
  readonly fileName: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. Differs whenever the bytes differ, as a strong ETag must. */
  readonly contentId: string;
  readonly readBytes: () => Promise<Uint8Array<ArrayBuffer>>;
  /** The response does not end before this is done. */
  readonly onFirstByte?: () => Promise<void>;
};

export const attachmentResponse = async (
  request: Request,
  { fileName, size, contentId, readBytes, onFirstByte }: Attachment,
): Promise<Response> => {
  const etag = `"${contentId}"`;
  const headers = new Headers({
    'accept-ranges': 'bytes',
    // Only the buyer's browser may store the file, and it must revalidate the file before each use.
    'cache-control': 'private, no-cache',
    etag,
  });
  const conditions = evaluateConditions(request.headers, etag);
  if (conditions === 'failed') {
    throw new Problem('precondition_failed', 'The file has a newer edition now.');
  }
  if (conditions === 'not_modified') return new Response(null, { status: 304, headers });

  const rangeHeader = request.headers.get('range');
  // Ranges apply only to GET (RFC 9110, section 14.2).
  const isRangeRequest =
    request.method === 'GET' && rangeHeader !== null && allowsRange(request.headers, etag);
  const range = isRangeRequest ? parseByteRange(rangeHeader, size) : 'whole';
  if (range === 'unsatisfiable') {
    throw new Problem('range_not_satisfiable', `The file has ${size} bytes.`, {
      'content-range': `bytes */${size}`,
    });
  }

  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
  headers.set('content-type', 'application/pdf');
  headers.set('content-disposition', contentDisposition(fileName));
  headers.set('content-length', String(last - first + 1));
  if (range !== 'whole') headers.set('content-range', `bytes ${first}-${last}/${size}`);
  if (request.method === 'HEAD') return new Response(null, { headers });

  const bytes = await readBytes();
  const body = streamBytes(bytes.subarray(first, last + 1), onFirstByte);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
};
