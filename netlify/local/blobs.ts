import { hash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';

const SITE_ID = 'local';

/** The URL parser has already resolved every "..". */
const safeSegments = (url: string): string[] =>
  new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)));

/** A hash of the content, because two writes can have the same time. */
const etagOf = (bytes: Uint8Array): string => `"${hash('sha256', bytes)}"`;

/** Returns null for a directory or a missing file. */
const readBlob = async (file: string) => {
  const stats = await stat(file).catch(() => null);
  return stats?.isFile() ? readFile(file) : null;
};

/** The number of blobs in one page of a list. @netlify/blobs requests all pages. */
const PAGE_SIZE = 1000;

/** `cursor` is the last key of the previous page, or empty. */
const listBlobs = async (storeDirectory: string, prefix: string, cursor: string) => {
  const names = await readdir(storeDirectory, { recursive: true }).catch(() => []);
  const blobs: { etag: string; key: string }[] = [];
  for (const name of names) {
    const key = decodeURIComponent(name.split(path.sep).join('/'));
    if (!key.startsWith(prefix) || key <= cursor) continue;
    const bytes = await readBlob(path.join(storeDirectory, name));
    if (bytes) blobs.push({ etag: etagOf(bytes), key });
  }
  blobs.sort((first, second) => (first.key < second.key ? -1 : 1));
  const page = blobs.slice(0, PAGE_SIZE);
  const nextCursor = blobs.length > PAGE_SIZE ? page.at(-1)?.key : undefined;
  return { blobs: page, directories: [], next_cursor: nextCursor };
};

const createKeyedQueue = () => {
  const lastTasks = new Map<string, Promise<unknown>>();
  return <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const previous = lastTasks.get(key) ?? Promise.resolve();
    const task = previous.then(run, run);
    lastTasks.set(key, task);
    const forget = () => {
      if (lastTasks.get(key) === task) lastTasks.delete(key);
    };
    task.then(forget, forget);
    return task;
  };
};

const getBlob = async (request: Request, file: string): Promise<Response> => {
  const bytes = await readBlob(file);
  if (!bytes) return new Response(null, { status: 404 });
  const body = request.method === 'HEAD' ? null : bytes;
  return new Response(body, { headers: { etag: etagOf(bytes) } });
};

/** Handles requests from @netlify/blobs. The README explains why this is not Netlify's emulator. */
export const createBlobs = (directory: string, token: string) => {
  const entriesDirectory = path.join(directory, 'entries');

  const writeAtomically = async (file: string, bytes: Uint8Array): Promise<void> => {
    const temporaryFile = path.join(directory, randomUUID());
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(temporaryFile, bytes);
    await rename(temporaryFile, file);
  };

  const putBlob = async (request: Request, file: string): Promise<Response> => {
    const stored = await readBlob(file);
    const etag = stored && etagOf(stored);
    const ifMatch = request.headers.get('if-match');
    const onlyIfNew = request.headers.get('if-none-match') === '*';
    const isRefused = (onlyIfNew && etag !== null) || (ifMatch !== null && ifMatch !== etag);
    if (isRefused) return new Response(null, { status: 412 });
    const bytes = await request.bytes();
    await writeAtomically(file, bytes);
    return new Response(null, { headers: { etag: etagOf(bytes) } });
  };

  const handle = async (request: Request): Promise<Response> => {
    // The path is /:site/:store/:key, and a key may contain slashes.
    const [site = '', store = '', ...keySegments] = safeSegments(request.url);
    const file = path.join(entriesDirectory, site, store, ...keySegments);
    if (request.method === 'PUT') return putBlob(request, file);
    if (request.method === 'DELETE') {
      await rm(file, { force: true });
      return new Response(null, { status: 204 });
    }
    if (keySegments.length === 0) {
      const { searchParams } = new URL(request.url);
      const prefix = searchParams.get('prefix') ?? '';
      const cursor = searchParams.get('cursor') ?? '';
      return Response.json(await listBlobs(file, prefix, cursor));
    }
    return getBlob(request, file);
  };

  // Otherwise, two conditional writes to the same key could both succeed.
  const runInOrder = createKeyedQueue();

  return new Hono()
    .use(bearerAuth({ token }))
    .all('*', ({ req }) => runInOrder(new URL(req.url).pathname, () => handle(req.raw)));
};

/** The value of NETLIFY_BLOBS_CONTEXT, which @netlify/blobs reads to find the store. */
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
