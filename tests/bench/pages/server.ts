import { readFile, readdir } from 'node:fs/promises';
import { type Http2ServerResponse, createSecureServer } from 'node:http2';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants } from 'node:zlib';
import { FILE_HEADERS } from '../../../netlify/http/headers.ts';

export type ServerData = {
  /** The folder of each. */
  readonly sites: readonly string[];
  readonly key: string;
  readonly cert: string;
};

/** A content network packs as it answers, so it does not pack as tightly as can be. */
const BROTLI_QUALITY = 5;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const PACKED = /^(text|application\/(json|xml)|image\/svg)/;

type File = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

const pack = (body: Buffer, type: string): File =>
  PACKED.test(type)
    ? {
        body: brotliCompressSync(body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        }),
        headers: { 'content-type': type, 'content-encoding': 'br', vary: 'accept-encoding' },
      }
    : { body, headers: { 'content-type': type } };

const load = async (folder: string): Promise<[string, File][]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TYPES[path.extname(entry.name)]);
  return Promise.all(
    files.map(async ({ parentPath, name }): Promise<[string, File]> => {
      const file = path.join(parentPath, name);
      const packed = pack(await readFile(file), TYPES[path.extname(name)] ?? '');
      return [`/${path.relative(folder, file)}`, packed];
    }),
  );
};

/** Asked for by browsers where a page names no icon; a 404 would be an error in the console. */
const ICON = '/favicon.ico';

const namesOf = (address: string): string[] => {
  if (address === '/') return ['/index.html'];
  return address === ICON ? ['/favicon.svg'] : [address, `${address}.html`];
};

const serve = async (folder: string, { key, cert }: ServerData): Promise<number> => {
  const files = new Map(await load(folder));
  const answer = (address: string, response: Http2ServerResponse): void => {
    const found = namesOf(address).find((name) => files.has(name));
    const file = files.get(found ?? '/404.html');
    response.writeHead(found === undefined ? 404 : 200, { ...FILE_HEADERS, ...file?.headers });
    response.end(file?.body ?? '');
  };
  const server = createSecureServer({ key, cert }, (request, response) =>
    answer(new URL(request.url, 'https://localhost').pathname, response),
  );
  return new Promise((resolve) =>
    server.listen(0, 'localhost', () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    }),
  );
};

/** A thread of its own: what Lighthouse reckons meanwhile must not delay an answer. */
const data: ServerData = workerData;
const ports: number[] = [];
for (const site of data.sites) ports.push(await serve(site, data));
parentPort?.postMessage(ports);
