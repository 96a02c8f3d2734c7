import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/**
 * Node's default of five seconds is too short. A machine can be busy drawing samples for longer, and would then use a
 * connection that was just closed.
 */
const IDLE_FOR_MS = 60_000;

type LoopbackHandler = (request: Request, remoteAddress: string) => Response | Promise<Response>;

const listen = async (
  handler: LoopbackHandler,
  hostname: string,
  port: number,
): Promise<Server> => {
  const listener = getRequestListener(
    (request, { incoming }) => handler(request, incoming.socket.remoteAddress ?? ''),
    { overrideGlobalObjects: false }, // Node's WebAssembly does not accept Hono's own Response
  );
  const server = createServer({ keepAliveTimeout: IDLE_FOR_MS }, listener);
  await once(server.listen(port, hostname), 'listening');
  return server;
};

const close = async (server: Server): Promise<void> => {
  const closed = server[Symbol.asyncDispose]();
  server.closeAllConnections();
  await closed;
};

/**
 * Serves on loopback only, on both addresses that browsers and SDKs try for "localhost". Port 0 takes any free port.
 * Throws EADDRINUSE for a used one.
 */
export const serveOnLoopback = async (handler: LoopbackHandler, wanted: number) => {
  const first = await listen(handler, '127.0.0.1', wanted);
  const { port } = first.address() as AddressInfo;
  // A machine without IPv6 has no ::1 to listen on.
  const second = await listen(handler, '::1', port).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL') return null;
    throw error;
  });
  const servers = second ? [first, second] : [first];
  return {
    port,
    /** As in http://localhost:8889 */
    origin: `http://localhost:${port}`,
    close: async (): Promise<void> => void (await Promise.all(servers.map(close))),
  };
};

const starting: LoopbackHandler = () => new Response('Starting', { status: 503 });

/** Serves a handler that is made after the port is open. Until `answerBy` is called, every answer is 503. */
export const serveOnceMade = async (port: number) => {
  let handler = starting;
  const served = await serveOnLoopback((...call) => handler(...call), port);
  const answerBy = (made: LoopbackHandler): void => {
    handler = made;
  };
  return { ...served, answerBy };
};
