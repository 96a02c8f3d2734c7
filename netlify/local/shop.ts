import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { NetlifyDev } from '@netlify/dev';
import { startFunctions } from './functions.ts';

export type Shop = {
  readonly fetch: (request: Request, remoteAddress: string) => Promise<Response>;
  readonly stop: () => Promise<void>;
};

const notFound = async (root: string, pathname: string): Promise<Response> => {
  // The path alone: a query may hold a session id.
  console.log(`404 ${pathname}`);
  const page = await readFile(path.join(root, 'dist', '404.html'));
  return new Response(page, {
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
};

/** The built site and its functions, on Netlify's own emulators. */
export const startShop = async (root: string, directory: string): Promise<Shop> => {
  const off = { enabled: false };
  const site = new NetlifyDev({
    projectRoot: root,
    skipGitignore: true,
    aiGateway: off,
    blobs: off, // served on loopback by blobs.ts
    database: off,
    edgeFunctions: off,
    environmentVariables: off,
    functions: off, // called by functions.ts
    geolocation: off, // would ask a service on the internet
    images: off,
  });
  const [callFunction] = await Promise.all([startFunctions(root, directory), site.start()]);
  return {
    fetch: async (incoming, remoteAddress) => {
      const request = new Request(incoming.url, incoming);
      // As Netlify's edge does. The emulator tells functions who is calling from the first.
      request.headers.set('x-forwarded-for', remoteAddress);
      request.headers.set('x-nf-request-id', crypto.randomUUID());
      const response = (await callFunction(request)) ?? (await site.handle(request));
      return response ?? notFound(root, new URL(request.url).pathname);
    },
    stop: () => site.stop(),
  };
};
