import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { NetlifyDev } from '@netlify/dev';

export type Shop = {
  readonly fetch: (request: Request, remoteAddress: string) => Promise<Response>;
  readonly stop: () => Promise<void>;
};

/**
 * The emulator builds a function anew for every call, and two calls at once share a folder that the
 * first one deletes: so calls of one function wait for each other.
 */
const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task);
    last.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  };
};

/** `/api/files/abc` and `/api/files/def` are one function. */
const functionOf = (pathname: string): string => pathname.split('/', 3).join('/');

const notFound = async (root: string, pathname: string): Promise<Response> => {
  // The path alone: a query may hold a session id.
  console.log(`404 ${pathname}`);
  const page = await readFile(path.join(root, 'dist', '404.html'));
  return new Response(page, {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
};

/** The built site and its functions, on Netlify's own emulator. */
export const startShop = async (root: string): Promise<Shop> => {
  const off = { enabled: false };
  const emulator = new NetlifyDev({
    projectRoot: root,
    skipGitignore: true,
    aiGateway: off,
    blobs: off, // served on loopback by blobs.ts
    database: off,
    edgeFunctions: off,
    environmentVariables: off,
    geolocation: off, // would ask a service on the internet
    images: off,
  });
  await emulator.start();
  const inTurn = createTurns();
  return {
    fetch: async (request, remoteAddress) => {
      const { pathname } = new URL(request.url);
      // The emulator tells functions who is calling from this header, as Netlify's edge does.
      request.headers.set('x-forwarded-for', remoteAddress);
      const call = () => emulator.handle(request);
      const isCall = pathname.startsWith('/api/') || request.method === 'POST';
      const response = await (isCall ? inTurn(functionOf(pathname), call) : call());
      return response ?? notFound(root, pathname);
    },
    stop: () => emulator.stop(),
  };
};
