import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { expectProblem } from '../shop/problems.ts';

const handler = vi.fn<(request: Request) => Promise<Response>>();
const server = await serveOnLoopback(handler, 0);
afterAll(() => server.close());
afterEach(() => handler.mockReset());

const HOST = `Host: localhost:${server.port}\r\nConnection: close`;

const toResponse = (received: string): Response => {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1)];
  });
  return new Response(body, { status: Number(statusLine.split(' ')[1]), headers });
};

const open = async () => {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

/** Sends the parts a second apart, and only then reads the response. */
const send = async (...parts: readonly string[]): Promise<Response> => {
  const socket = await open();
  for (const [index, part] of parts.entries()) {
    if (index > 0) await wait(1000);
    socket.write(part);
  }
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  await once(socket, 'close');
  return toResponse(received);
};

test('a slow client gets the response that refuses its body unread', async () => {
  handler.mockResolvedValue(new Response('No', { status: 413 }));
  const half = 'x'.repeat(500_000);
  const head = `POST /api/create-payment HTTP/1.1\r\n${HOST}\r\nContent-Length: 1000000\r\n\r\n`;
  const response = await send(head + half, half);
  expect([response.status, await response.text()]).toEqual([413, 'No']);
});

test('the handler gets the whole request', async () => {
  handler.mockImplementation(async (request) => new Response(await request.text()));
  const head = `POST /api/upload?part=0 HTTP/1.1\r\n${HOST}\r\nX-Name: value\r\nContent-Length: 4\r\n\r\n`;
  const response = await send(`${head}ab`, 'cd');
  expect(await response.text()).toBe('abcd');
  const [request] = handler.mock.calls[0] ?? [];
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe(`${server.origin}/api/upload?part=0`);
  expect(request?.headers.get('x-name')).toBe('value');
});

type RefusedRequest = {
  readonly name: string;
  readonly start: string;
  readonly status: number;
  readonly code: ProblemCode;
};

test.each<RefusedRequest>([
  { name: 'TRACE', start: `TRACE / HTTP/1.1\r\n${HOST}`, status: 405, code: 'method_not_allowed' },
  {
    name: 'a user name in its address',
    start: `POST https://a:b@c/ HTTP/1.1\r\n${HOST}\r\nContent-Length: 0`,
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a backslash in its address',
    start: `GET /\\evil HTTP/1.1\r\n${HOST}`,
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'an address of another protocol',
    start: `GET ftp://c/ HTTP/1.1\r\n${HOST}`,
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a host that is none',
    start: 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close',
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a body of 65 MiB',
    start: `POST / HTTP/1.1\r\n${HOST}\r\nContent-Length: ${65 * 1024 * 1024}`,
    status: 413,
    code: 'body_too_large',
  },
])('a request with $name gets a problem document, $status', async ({ start, status, code }) => {
  await expectProblem(await send(`${start}\r\n\r\n`), status, code);
  expect(handler).not.toHaveBeenCalled();
});

test('TRACE is refused with the methods that the shop has', async () => {
  const { headers } = await send(`TRACE / HTTP/1.1\r\n${HOST}\r\n\r\n`);
  expect(headers.get('allow')).toBe('GET, HEAD, POST');
});

test('a body that breaks off is not handled, and is not logged as an error', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const socket = await open();
  socket.write(`POST / HTTP/1.1\r\n${HOST}\r\nContent-Length: 100\r\n\r\n{"a":`);
  await wait(100);
  socket.end();
  const [received] = await once(socket, 'data');
  expect(toResponse(String(received)).status).toBe(400);
  await wait(100);
  expect(handler).not.toHaveBeenCalled();
  expect(error).not.toHaveBeenCalled();
});

test('an error of the handler is a problem document, and its message stays in the log', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const failure = new Error('at secret.ts');
  handler.mockRejectedValue(failure);
  const response = await send(`GET / HTTP/1.1\r\n${HOST}\r\n\r\n`);
  await expectProblem(response, 500, 'internal_error');
  expect(error).toHaveBeenCalledWith(failure);
});
