import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * How the service behind fails: nothing listens, it never answers, it answers with this status, it answers as Upstash
 * does once the day's requests are used up, or it does the call and its answer breaks off halfway.
 */
export type Failure = 'none' | 'refused' | 'slow' | '429' | '500' | 'used up' | 'cut';

const USED_UP = 'ERR max daily request limit exceeded. Limit: 10000, Usage: 10000.';

/** Half of the answer, or where it has no body half of its head. */
const sendHalf = async (answer: http.IncomingMessage, response: http.ServerResponse) => {
  const body = await buffer(answer);
  const { socket } = response;
  if (body.length === 0) return void socket?.end('HTTP/1.1 200 OK\r\nContent-');
  const headers = { ...answer.headers, 'content-length': body.length };
  response.writeHead(answer.statusCode ?? 500, headers);
  response.write(body.subarray(0, body.length / 2), () => socket?.end());
};

/** Stands between the shop and a service, passes bytes on only as fast as they are taken, and can fail. */
export const startProxy = async (target: string) => {
  let failure: Failure = 'none';
  let left = Infinity;
  let calls = 0;
  const sockets: Socket[] = [];

  // Longer than any test is silent: else a call may go out on a connection that is just being closed.
  const options = { keepAliveTimeout: 120_000 };
  const server = http.createServer(options, (request, response) => {
    calls += 1;
    const how = failure;
    left -= 1;
    if (left <= 0) failure = 'none';
    if (how === 'slow') return;
    if (how === 'refused') return void request.socket.destroy();
    if (how === '429' || how === '500') {
      return void response.writeHead(Number(how)).end(`upstream says ${how}`);
    }
    if (how === 'used up') {
      response.writeHead(400, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ error: USED_UP }));
    }
    const { host: _, ...headers } = request.headers;
    const url = `${target}${request.url ?? '/'}`.replace(/\/$/, '');
    const outgoing = http.request(url, { method: request.method, headers }, (answer) => {
      // Whoever asked may have stopped waiting.
      if (response.destroyed) return void answer.destroy();
      if (how === 'cut') return void sendHalf(answer, response);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      pipeline(answer, response, () => {});
    });
    outgoing.on('error', () => response.destroy());
    pipeline(request, outgoing, () => {});
  });

  server.on('connection', (socket) => sockets.push(socket));

  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    /** From now on, or for so many calls; those that are refused are then hung up on. */
    fail: (how: Failure, times = Infinity): void => {
      failure = how;
      left = times;
      if (how === 'refused' && times === Infinity) {
        server.close();
        server.closeAllConnections();
      } else if (!server.listening) void listen(port);
    },
    /** How many calls have come since the start. */
    calls: (): number => calls,
    /** How many connections have been made since the start, and are open. */
    connections: (): number => sockets.length,
    openConnections: (): number => sockets.filter((socket) => !socket.destroyed).length,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
