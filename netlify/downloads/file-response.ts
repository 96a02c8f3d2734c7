import { contentDisposition } from '../http/headers.ts';
import { Problem } from '../http/problem.ts';

/** Byte positions, both inclusive (RFC 9110 section 14). */
type ByteRange = { readonly first: number; readonly last: number };

/** An entity tag (RFC 9110 section 8.8.3), which may contain commas. */
const ETAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

const isNamed = (header: string, etag: string, comparison: 'strong' | 'weak'): boolean => {
  if (header.trim() === '*') return true;
  const tags = header.match(ETAG) ?? [];
  return tags.some((tag) => (comparison === 'weak' ? tag.replace(/^W\//, '') : tag) === etag);
};

/**
 * Evaluates If-Match and If-None-Match in the order of RFC 9110 section 13.2.2. `etag` is a strong one. Conditions on
 * dates do not apply, since no file has a Last-Modified.
 */
export const evaluateConditions = (
  headers: Headers,
  etag: string,
): 'proceed' | 'not_modified' | 'failed' => {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== null && !isNamed(ifMatch, etag, 'strong')) return 'failed';
  const ifNoneMatch = headers.get('if-none-match');
  return ifNoneMatch !== null && isNamed(ifNoneMatch, etag, 'weak') ? 'not_modified' : 'proceed';
};

/** If-Range compares strongly, and a date is never an entity tag (section 13.1.5). */
const mayHonorRange = (headers: Headers, etag: string): boolean => {
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange.trim() === etag;
};

/** One range of bytes: `0-499`, `500-` or `-500` (RFC 9110 section 14.1.2). */
const RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * The one range that a Range header asks for. 'whole' for several ranges, other units and malformed headers, which
 * section 14.2 lets a server ignore. 'unsatisfiable' beyond the end. `size` is at least 1. The package `range-parser`
 * (1.3.0) wrongly refuses a suffix longer than the file, and a last position before the first.
 */
const parseRange = (header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' => {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  // Digits beyond the precision of a number are beyond the end as well.
  const last = to === '' || from === '' ? size - 1 : Math.min(Number(to), size - 1);
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  if (from !== '' && to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last };
};

export type Attachment = {
  readonly fileName: string;
  readonly size: number;
  /** Hexadecimal. It identifies the bytes, which makes a strong ETag. */
  readonly tag: string;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Runs as the first byte leaves. The end of the answer waits for it. */
  readonly onFirstByte?: () => Promise<void>;
};

const CHUNK_BYTES = 64 * 1024;

/** Netlify refuses an answer of more than 6 MB, unless it is a stream. `onFirstByte` runs once; its end is awaited. */
export const streamOf = (
  bytes: Uint8Array,
  onFirstByte?: () => Promise<void>,
): ReadableStream<Uint8Array> => {
  let at = 0;
  let noted: Promise<void> | undefined;
  const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
    noted ??= onFirstByte?.();
    controller.enqueue(bytes.subarray(at, at + CHUNK_BYTES));
    at += CHUNK_BYTES;
    if (at < bytes.byteLength) return;
    // The function may be frozen as soon as its answer has ended.
    await noted;
    controller.close();
  };
  return new ReadableStream({ pull, cancel: () => noted }, { highWaterMark: 0 });
};

/** Answers GET and HEAD of a file as a download, with the conditional and range requests of RFC 9110. */
export const attachmentResponse = async (
  request: Request,
  { fileName, size, tag, read, onFirstByte }: Attachment,
): Promise<Response> => {
  const etag = `"${tag}"`;
  const headers = new Headers({
    'accept-ranges': 'bytes',
    // Only the buyer's browser may store the file, and it revalidates each use.
    'cache-control': 'private, no-cache',
    etag,
  });
  const conditions = evaluateConditions(request.headers, etag);
  if (conditions === 'failed') {
    throw new Problem('precondition_failed', 'The file has a newer edition now.');
  }
  if (conditions === 'not_modified') return new Response(null, { status: 304, headers });

  // Only GET has ranges (RFC 9110 section 14.2).
  const hasRange = request.method === 'GET' && mayHonorRange(request.headers, etag);
  const range = parseRange(hasRange ? request.headers.get('range') : null, size);
  if (range === 'unsatisfiable') {
    const words = `The file has ${size} bytes.`;
    throw new Problem('range_not_satisfiable', words, { 'content-range': `bytes */${size}` });
  }
  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
  headers.set('content-type', 'application/pdf');
  headers.set('content-disposition', contentDisposition(fileName));
  headers.set('content-length', String(last - first + 1));
  if (range !== 'whole') headers.set('content-range', `bytes ${first}-${last}/${size}`);
  if (request.method === 'HEAD') return new Response(null, { headers });
  const bytes = (await read()).subarray(first, last + 1);
  const body = streamOf(bytes, onFirstByte);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
};
