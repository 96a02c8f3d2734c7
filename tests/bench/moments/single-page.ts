import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ROOT } from '../../../netlify/local/settings.ts';
import { type Served, serveOnLoopback } from '../../../netlify/local/serve.ts';
import { buildSinglePage } from '../pages/single-page/build.ts';

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The home page as a single-page app with a plain client for the payment; all else is the shop's. */
export const serveSinglePage = async (shop: string): Promise<{ site: string } & Served> => {
  const folder = await buildSinglePage(path.join(ROOT, 'dist'));
  const served = await serveOnLoopback(async (request) => {
    const { pathname } = new URL(request.url);
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    const type = TYPES[path.extname(file)];
    const own = type && (await readFile(path.join(folder, file)).catch(() => null));
    if (own) {
      const headers = { 'content-type': type, 'content-encoding': 'br' };
      return new Response(new Uint8Array(brotliCompressSync(own, QUALITY)), { headers });
    }
    const headers = new Headers(request.headers);
    headers.set('accept-encoding', 'identity');
    headers.set('origin', shop);
    for (const name of ['connection', 'host', 'content-length']) headers.delete(name);
    const body = request.method === 'POST' ? await request.text() : null;
    return fetch(shop + pathname, { method: request.method, headers, body });
  }, 0);
  return { ...served, site: `http://localhost:${served.port}` };
};
