import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';

const SITE_ID = 'local';

/** The segments of an address as safe file names. The URL parser has removed every "..". */
const segmentsOf = (url: string): string[] =>
  new URL(url).pathname
    .split('/')
    .filter(Boolean)
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)));

const etagOf = async (file: string): Promise<string | null> => {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found?.isFile() ? `"${found.mtimeNs.toString(36)}-${found.size.toString(36)}"` : null;
};

const list = async (store: string, prefix: string) => {
  const names = await readdir(store, { recursive: true }).catch(() => []);
  const blobs = names.map(async (name) => {
    const key = decodeURIComponent(name.split(path.sep).join('/'));
    const etag = key.startsWith(prefix) && (await etagOf(path.join(store, name)));
    return etag ? [{ etag, key }] : [];
  });
  return { blobs: (await Promise.all(blobs)).flat(), directories: [] };
};

/**
 * The requests of @netlify/blobs: get, head, conditional set, delete and list. Netlify's own emulator listens on every
 * network interface, sends no ETag with what it reads, and accepts two conditional writes of one key.
 */
export const createBlobs = (directory: string, token: string) => {
  const entries = path.join(directory, 'entries');

  /** Writes a file atomically. */
  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    const part = path.join(directory, randomUUID());
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(part, bytes);
    await rename(part, file);
  };

  const put = async (request: Request, file: string): Promise<Response> => {
    const etag = await etagOf(file);
    const ifMatch = request.headers.get('if-match');
    const isTaken = request.headers.get('if-none-match') === '*' && etag !== null;
    if (isTaken || (ifMatch !== null && ifMatch !== etag))
      return new Response(null, { status: 412 });
    // Hono's Node server has no `bytes()` for requests.
    await write(file, Buffer.from(await request.arrayBuffer()));
    return new Response(null, { headers: { etag: (await etagOf(file)) ?? '' } });
  };

  const handle = async (request: Request): Promise<Response> => {
    const [site = '', store = '', ...key] = segmentsOf(request.url);
    const file = path.join(entries, site, store, ...key);
    if (request.method === 'PUT') return put(request, file);
    if (request.method === 'DELETE') {
      await rm(file, { force: true });
      return new Response(null, { status: 204 });
    }
    if (key.length === 0) {
      return Response.json(await list(file, new URL(request.url).searchParams.get('prefix') ?? ''));
    }
    const etag = await etagOf(file);
    if (etag === null) return new Response(null, { status: 404 });
    const body = request.method === 'HEAD' ? null : await readFile(file);
    return new Response(body, { headers: { etag } });
  };

  /** Requests for one key run one at a time, so that only one of two conditional writes succeeds. */
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = (key: string, work: () => Promise<Response>): Promise<Response> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
    turns.set(key, turn);
    const forget = () => void (turns.get(key) === turn && turns.delete(key));
    turn.then(forget, forget);
    return turn;
  };

  return new Hono()
    .use(bearerAuth({ token }))
    .all('*', ({ req }) => inTurn(new URL(req.url).pathname, () => handle(req.raw)));
};

/** The context that Netlify gives to functions, so that `getStore` finds the store. */
export const blobsContext = (origin: string, token: string): string => {
  const context = {
    deployID: '0',
    edgeURL: origin,
    uncachedEdgeURL: origin,
    primaryRegion: 'us-east-2',
    siteID: SITE_ID,
    token,
  };
  return Buffer.from(JSON.stringify(context)).toString('base64');
};
