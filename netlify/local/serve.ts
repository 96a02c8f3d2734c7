import { type ServerType, serve } from '@hono/node-server';

/** Both names of this machine: browsers and SDKs try either for "localhost". */
const LOOPBACK = ['127.0.0.1', '::1'];

export type Served = {
  readonly port: number;
  /** As in http://localhost:8889 */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

/**
 * Node's five seconds are too few: a busy machine prints samples for longer, and then calls over a
 * connection that has just been closed.
 */
const IDLE_FOR_MS = 60_000;

type Handler = (request: Request, remoteAddress: string) => Response | Promise<Response>;

const listen = (handler: Handler, hostname: string, port: number) =>
  new Promise<ServerType>((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { incoming }) => handler(request, incoming.socket.remoteAddress ?? ''),
        hostname,
        port,
        serverOptions: { keepAliveTimeout: IDLE_FOR_MS },
        overrideGlobalObjects: false, // its own Response is not one to Node's WebAssembly
      },
      () => resolve(server),
    );
    server.once('error', reject);
  });

const portOf = (server: ServerType): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const close = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });

/** Serves on loopback only. Port 0 takes any free one. Throws EADDRINUSE for a taken port. */
export const serveOnLoopback = async (handler: Handler, port: number): Promise<Served> => {
  const [v4, v6] = LOOPBACK;
  const first = await listen(handler, String(v4), port);
  // A machine without IPv6 has no ::1 to listen on.
  const second = await listen(handler, String(v6), portOf(first)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL') return null;
    throw error;
  });
  const servers = second ? [first, second] : [first];
  return {
    port: portOf(first),
    origin: `http://localhost:${portOf(first)}`,
    close: async () => void (await Promise.all(servers.map(close))),
  };
};

const starting: Handler = () => new Response('Starting', { status: 503 });

/** The same for what is made after it is listened for: until `answerBy` is called, the answer is 503. */
export const serveOnceMade = async (port: number) => {
  let handler: Handler = starting;
  const served = await serveOnLoopback((...call) => handler(...call), port);
  const answerBy = (made: Handler): void => {
    handler = made;
  };
  return { ...served, answerBy };
};
