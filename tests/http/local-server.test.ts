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

/** Sends the parts one second apart, and only then reads the response. */
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

test('responds with an error to a client that is still sending its body', async () => {
  handler.mockResolvedValue(new Response('No', { status: 413 }));
  const half = 'x'.repeat(500_000);
  const head = `POST /api/create-payment HTTP/1.1\r\n${HOST}\r\nContent-Length: 1000000\r\n\r\n`;
  const response = await send(head + half, half);
  expect(response.status).toBe(413);
  expect(await response.text()).toBe('No');
});

test('passes the whole request to the handler', async () => {
  handler.mockImplementation(async (request) => new Response(await request.text()));
  const headers = `${HOST}\r\nX-Name: value\r\nContent-Length: 4`;
  const head = `POST /api/upload?part=0 HTTP/1.1\r\n${headers}\r\n\r\n`;
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
  {
    name: 'the method TRACE',
    start: `TRACE / HTTP/1.1\r\n${HOST}`,
    status: 405,
    code: 'method_not_allowed',
  },
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
    name: 'ftp:// in its address',
    start: `GET ftp://c/ HTTP/1.1\r\n${HOST}`,
    status: 400,
    code: 'invalid_request',
  },
  {
    name: 'a space in its Host header',
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
])('responds with $status to a request with $name', async ({ start, status, code }) => {
  await expectProblem(await send(`${start}\r\n\r\n`), status, code);
  expect(handler).not.toHaveBeenCalled();
});

test('lists the allowed methods in the response to TRACE', async () => {
  const { headers } = await send(`TRACE / HTTP/1.1\r\n${HOST}\r\n\r\n`);
  expect(headers.get('allow')).toBe('GET, HEAD, POST');
});

/** Sends part of a body and closes the connection. Returns the response. */
const breakOff = async (): Promise<Response> => {
  const socket = await open();
  socket.write(`POST / HTTP/1.1\r\n${HOST}\r\nContent-Length: 100\r\n\r\n{"a":`);
  await wait(100);
  socket.end();
  const [received] = await once(socket, 'data');
  await wait(100);
  return toResponse(String(received));
};

test('refuses a request whose body is cut off', async () => {
  expect((await breakOff()).status).toBe(400);
  expect(handler).not.toHaveBeenCalled();
});

test('logs no error for a request whose body is cut off', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  await breakOff();
  expect(error).not.toHaveBeenCalled();
});

test('logs the handler’s error and hides its message from the client', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const failure = new Error('at secret.ts');
  handler.mockRejectedValue(failure);
  const response = await send(`GET / HTTP/1.1\r\n${HOST}\r\n\r\n`);
  await expectProblem(response, 500, 'internal_error');
  expect(error).toHaveBeenCalledWith(failure);
});
