import { type ByteRange, parseRange, sliceStream } from './range.ts';
import { Problem } from './problem.ts';

export type Attachment = {
  readonly fileName: string;
  readonly size: number;
  /** Hexadecimal; names the bytes, so it makes the strong ETag. */
  readonly sha256: string;
  /** Absent for HEAD. */
  readonly body?: ReadableStream<Uint8Array>;
};

/** RFC 6266: a plain name for old clients, the exact one in RFC 5987's encoding beside it. */
export const contentDisposition = (fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
};

const matches = (header: string | null, etag: string): boolean =>
  header !== null &&
  (header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

/** If-Range compares strongly, and a date never equals an ETag (RFC 9110 section 13.1.5). */
const rangeOf = (request: Request, etag: string, size: number): ReturnType<typeof parseRange> => {
  if (request.method !== 'GET') return 'whole';
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && ifRange.trim() !== etag) return 'whole';
  return parseRange(request.headers.get('range'), size);
};

/** GET and HEAD of a PDF: conditional and range requests of RFC 9110, always a download. */
export const attachmentResponse = async (request: Request, file: Attachment): Promise<Response> => {
  const etag = `"${file.sha256}"`;
  const headers = new Headers({
    'accept-ranges': 'bytes',
    // The buyer's browser may keep the file, no cache between may; each use asks again.
    'cache-control': 'private, no-cache',
    etag,
  });
  if (matches(request.headers.get('if-none-match'), etag)) {
    await file.body?.cancel();
    return new Response(null, { status: 304, headers });
  }
  const range = rangeOf(request, etag, file.size);
  if (range === 'unsatisfiable') {
    await file.body?.cancel();
    const words = `The file has ${file.size} bytes.`;
    throw new Problem('range_not_satisfiable', words, { 'content-range': `bytes */${file.size}` });
  }
  headers.set('content-type', 'application/pdf');
  headers.set('content-disposition', contentDisposition(file.fileName));
  const part: ByteRange = range === 'whole' ? { first: 0, last: file.size - 1 } : range;
  headers.set('content-length', String(part.last - part.first + 1));
  if (range !== 'whole') {
    headers.set('content-range', `bytes ${part.first}-${part.last}/${file.size}`);
  }
  const status = range === 'whole' ? 200 : 206;
  const body = file.body && (range === 'whole' ? file.body : sliceStream(file.body, part));
  return new Response(body ?? null, { status, headers });
};
