import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the shop on an address of its own, and never answers what asks for a script. */
export const openWithoutScripts = async (shop: string) => {
  const server = http.createServer((request, response) => {
    const { method, headers, url = '/' } = request;
    if (url.endsWith('.js')) return;
    const outgoing = http.request(shop + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(outgoing);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { site: `http://localhost:${port}`, close };
};
