import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RequestError, getRequestListener } from '@hono/node-server';
import { readBody } from '../http/body.ts';
import { addMissingHeaders } from '../http/headers.ts';
import { methodNotAllowed } from '../http/methods.ts';
import { Problem, problemOf, problemResponse } from '../http/problem.ts';

/**
 * Node's default is five seconds. Preparing the samples can block this process for longer. A client
 * would then use a connection that has just been closed.
 */
const KEEP_ALIVE_TIMEOUT_IN_MS = 60_000;

/** Larger than any request to the shop or to a local service. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const readWholeBody = async (request: Request): Promise<Buffer<ArrayBuffer>> => {
  try {
    return await readBody(request, MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('invalid_request', 'The connection closed before the whole body arrived.');
  }
};

/**
 * Reads the whole body, as Netlify does before it calls a function. Otherwise, a handler that does
 * not read it could close the connection before the client has read the response. Throws a
 * `Problem` for a request that a `Request` cannot represent.
 */
export const readRequest = async (incoming: Request): Promise<Request> => {
  const { method, url, headers } = incoming;
  if (method === 'TRACE') throw methodNotAllowed(['GET', 'HEAD', 'POST']);
  const { username, password } = new URL(url);
  if (username || password) {
    throw new Problem('invalid_request', 'The address must not contain a user name or a password.');
  }
  const body = await readWholeBody(incoming);
  return new Request(url, { method, headers, body: body.length > 0 ? body : null });
};

/** Responds to a request that cannot be read, or whose handler fails. */
export const respondToError = (error: unknown): Response => {
  const problem =
    error instanceof RequestError
      ? new Problem('invalid_request', 'The request’s address or host is malformed.')
      : problemOf(error);
  if (problem.code === 'internal_error') console.error(error);
  const requestId = crypto.randomUUID();
  const response = problemResponse(problem, requestId);
  response.headers.set('x-request-id', requestId);
  return addMissingHeaders(response);
};

type LoopbackHandler = (request: Request, remoteAddress: string) => Response | Promise<Response>;

const listen = async (
  handler: LoopbackHandler,
  hostname: string,
  port: number,
): Promise<Server> => {
  const listener = getRequestListener(
    async (request, { incoming }) =>
      handler(await readRequest(request), incoming.socket.remoteAddress ?? ''),
    // Node's WebAssembly functions do not accept Hono's own Response.
    { overrideGlobalObjects: false, errorHandler: respondToError },
  );
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_IN_MS }, listener);
  await once(server.listen(port, hostname), 'listening');
  return server;
};

const close = async (server: Server): Promise<void> => {
  const closed = server[Symbol.asyncDispose]();
  server.closeAllConnections();
  await closed;
};

/** Returns null on a machine without IPv6. */
const listenOnIpv6 = async (handler: LoopbackHandler, port: number): Promise<Server | null> => {
  try {
    return await listen(handler, '::1', port);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL') return null;
    throw error;
  }
};

/**
 * Listens only on loopback, on both addresses that browsers and SDKs try for "localhost". Port 0
 * selects any free port. Throws EADDRINUSE if the port is in use.
 */
export const serveOnLoopback = async (handler: LoopbackHandler, requestedPort: number) => {
  const ipv4Server = await listen(handler, '127.0.0.1', requestedPort);
  const { port } = ipv4Server.address() as AddressInfo;
  const ipv6Server = await listenOnIpv6(handler, port);
  return {
    port,
    origin: `http://localhost:${port}`,
    close: async (): Promise<void> => {
      await Promise.all([close(ipv4Server), ipv6Server && close(ipv6Server)]);
    },
  };
};

const respondStarting: LoopbackHandler = () => new Response('Starting', { status: 503 });

/** Opens a port before its handler exists. Responds with 503 until `setHandler` is called. */
export const openServer = async (port: number) => {
  let handler = respondStarting;
  const server = await serveOnLoopback(
    (request, remoteAddress) => handler(request, remoteAddress),
    port,
  );
  const setHandler = (newHandler: LoopbackHandler): void => {
    handler = newHandler;
  };
  return { ...server, setHandler };
};
