import { contentDisposition } from '../http/content-disposition.ts';

/** A PDF to look at, for the owner's eyes alone. */
export const pdfResponse = (
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
