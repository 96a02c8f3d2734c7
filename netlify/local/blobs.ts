import { BlobsServer } from '@netlify/blobs/server';

const SITE_ID = 'local';

/**
 * Netlify's own Blobs emulator. Its `start` listens on every interface, so its handler is served by
 * ours instead, which keeps to loopback. Requests for one key wait for each other, and a read tells the
 * ETag, as hosted: else a condition would not hold, and bytes could come with another's metadata.
 */
export const createBlobs = (directory: string, token: string) => {
  const server = new BlobsServer({ directory, token });
  server['address'] = 'http://localhost'; // the base it resolves addresses against, set by `start`

  const handle = async (request: Request): Promise<Response> => {
    const response = await server['handleRequest'](request);
    const { dataPath, key } = server['getLocalPaths'](new URL(request.url));
    if (request.method !== 'GET' || !response.ok || !dataPath || !key) return response;
    response.headers.set('etag', await BlobsServer['generateETag'](dataPath));
    return response;
  };

  const turns = new Map<string, Promise<unknown>>();
  const inTurn = (key: string, work: () => Promise<Response>): Promise<Response> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
    turns.set(key, turn);
    const forget = () => void (turns.get(key) === turn && turns.delete(key));
    turn.then(forget, forget);
    return turn;
  };

  return {
    fetch: (request: Request): Promise<Response> =>
      inTurn(new URL(request.url).pathname, () => handle(request)),
  };
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
