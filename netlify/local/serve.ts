import { type ServerType, serve } from '@hono/node-server';

/** Browsers and SDKs try either address for "localhost". */
const LOOPBACK = ['127.0.0.1', '::1'];

export type Served = {
  readonly port: number;
  /** As in http://localhost:8889 */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

/**
 * Node's default of five seconds is too short. A machine can be busy drawing samples for longer, and would then use a
 * connection that was just closed.
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
        overrideGlobalObjects: false, // Node's WebAssembly does not accept Hono's own Response
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

/** Serves on loopback only. Port 0 takes any free port. Throws EADDRINUSE for a used one. */
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

/** Serves a handler that is made after the port is open. Until `answerBy` is called, every answer is 503. */
export const serveOnceMade = async (port: number) => {
  let handler: Handler = starting;
  const served = await serveOnLoopback((...call) => handler(...call), port);
  const answerBy = (made: Handler): void => {
    handler = made;
  };
  return { ...served, answerBy };
};
