import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { evaluateConditions } from '../downloads/conditions.ts';
import type { NetlifyRules } from './netlify-rules.ts';

type Bytes = Buffer<ArrayBuffer>;

const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|javascript|manifest\+json|wasm|xml)|image\/svg)/;

/** Netlify compresses each response while sending it, so it does not use the highest level. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);

const decodePath = (pathname: string): string | null => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
};

export const createStaticFiles = (directory: string, { headersFor }: NetlifyRules) => {
  const readSiteFile = async (name: string): Promise<Bytes | null> => {
    const file = path.join(directory, name);
    // An encoded "../" could lead outside the directory.
    if (!file.startsWith(directory + path.sep)) return null;
    return readFile(file).catch(() => null);
  };

  const respond = async (
    request: Request,
    name: string,
    bytes: Bytes,
    status = 200,
  ): Promise<Response> => {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const type = getMimeType(name) ?? 'application/octet-stream';
    const headers = new Headers({
      etag,
      'cache-control': 'public, max-age=0, must-revalidate', // Netlify's default
      'content-type': type,
    });
    for (const [header, value] of headersFor(new URL(request.url).pathname)) {
      headers.set(header, value);
    }
    if (status === 200 && evaluateConditions(request.headers, etag) === 'not_modified') {
      return new Response(null, { status: 304, headers });
    }
    let body: Uint8Array<ArrayBuffer> = bytes;
    if (COMPRESSIBLE.test(type)) {
      headers.append('vary', 'accept-encoding');
      if (request.headers.get('accept-encoding')?.includes('br')) {
        headers.set('content-encoding', 'br');
        body = new Uint8Array(await compress(bytes, BROTLI_OPTIONS));
      }
    }
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };

  return {
    /**
     * Responds with the file for a path, or returns null. `/about` is about.html, and `/about/`
     * redirects to `/about`.
     */
    find: async (request: Request): Promise<Response | null> => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return null;
      const { pathname, search } = new URL(request.url);
      const decodedPath = decodePath(pathname);
      if (decodedPath === null) return null;
      const endsWithSlash = decodedPath.endsWith('/');

      const names = endsWithSlash
        ? [`${decodedPath}index.html`]
        : [decodedPath, `${decodedPath}.html`];
      for (const name of names) {
        const bytes = await readSiteFile(name);
        if (bytes) return respond(request, name, bytes);
      }

      if (!endsWithSlash) return null;
      const page = await readSiteFile(`${decodedPath.slice(0, -1)}.html`);
      if (!page) return null;
      const location = pathname.slice(0, -1) + search;
      return new Response(null, { status: 301, headers: { location } });
    },
    notFound: async (request: Request): Promise<Response> => {
      const page = (await readSiteFile('404.html')) ?? Buffer.from('');
      return respond(request, '404.html', page, 404);
    },
  };
};
