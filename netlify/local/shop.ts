import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { NetlifyDev } from '@netlify/dev';
import { evaluateConditions } from '../downloads/file-response.ts';
import { FILE_HEADERS } from '../http/headers.ts';
import type { FindFunction } from './routes.ts';

/** Netlify's answer for an address with neither a file nor a function, such as an unknown name below /api. */
const notFound = async (root: string): Promise<Response> => {
  const page = await readFile(path.join(root, 'dist', '404.html'));
  const headers = { ...FILE_HEADERS, 'content-type': 'text/html; charset=utf-8' };
  return new Response(page, { status: 404, headers });
};

const TEXTS = /^(?:text\/|application\/(?:json|javascript|wasm|xml)|image\/svg)/;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const compress = (request: Request, headers: Headers, bytes: Uint8Array<ArrayBuffer>) => {
  if (!TEXTS.test(headers.get('content-type') ?? '')) return bytes;
  headers.append('vary', 'accept-encoding');
  if (!request.headers.get('accept-encoding')?.includes('br')) return bytes;
  headers.set('content-encoding', 'br');
  headers.delete('content-length');
  return new Uint8Array(brotliCompressSync(bytes, QUALITY));
};

/**
 * Answers a file of the site compressed and with an ETag, or 304 where the browser has it, as Netlify's edge does. The
 * emulator does neither, so every visit would be slower than on Netlify.
 */
const revalidate = async (request: Request, file: Response): Promise<Response> => {
  if (file.status !== 200) return file;
  const bytes = await file.bytes();
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const headers = new Headers(file.headers);
  headers.set('etag', etag);
  return evaluateConditions(request.headers, etag) === 'not_modified'
    ? new Response(null, { status: 304, headers })
    : new Response(compress(request, headers, bytes), { headers });
};

/** The built site on Netlify's own emulator, with its functions beside it. */
export const startShop = async (root: string, findFunction: FindFunction) => {
  const off = { enabled: false };
  const site = new NetlifyDev({
    projectRoot: root,
    skipGitignore: true,
    aiGateway: off,
    blobs: off, // served on loopback by blobs.ts
    database: off,
    edgeFunctions: off,
    environmentVariables: off,
    functions: off, // called by findFunction
    geolocation: off, // would call a service on the internet
    images: off,
  });
  await site.start();
  return {
    fetch: async (incoming: Request, remoteAddress: string): Promise<Response> => {
      const request = new Request(incoming.url, incoming);
      request.headers.set('x-nf-request-id', crypto.randomUUID()); // as Netlify's edge does
      const found = await findFunction(request, remoteAddress);
      if (found && !found.preferStatic) return found.call();
      const file = await site.handle(request);
      if (file) return revalidate(request, file);
      return found?.call() ?? notFound(root);
    },
    stop: () => site.stop(),
  };
};
