import { BlobsServer } from '@netlify/blobs/server';

const SITE_ID = 'local';

/**
 * Netlify's own Blobs emulator. Its `start` listens on every interface, so its handler is served by
 * ours instead, which keeps to loopback.
 */
export const createBlobs = (directory: string, token: string) => {
  const server = new BlobsServer({ directory, token });
  server['address'] = 'http://localhost'; // the base it resolves addresses against, set by `start`
  return { fetch: (request: Request): Promise<Response> => server['handleRequest'](request) };
};

/** What the platform hands to functions so that `getStore` finds the store. */
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
