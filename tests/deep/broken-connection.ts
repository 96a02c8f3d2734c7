import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the answer ends in the middle: its stream ends, as where a function's minute is over, or the connection is lost. */
export type Break = 'ends' | 'is lost';

export type BrokenConnection = {
  /** The address of the same shop. */
  readonly site: string;
  /** What was asked of the file, in order. */
  readonly asked: readonly { readonly range?: string; readonly ifRange?: string }[];
  readonly close: () => Promise<void>;
};

/** Stands before the shop, and lets the first answer with a file through to its half alone. */
export const openBrokenConnection = async (shop: string, how: Break): Promise<BrokenConnection> => {
  const asked: { range?: string; ifRange?: string }[] = [];
  const server = http.createServer((request, response) => {
    const { method, headers, url = '/' } = request;
    const outgoing = http.request(shop + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!url.startsWith('/api/files/')) {
        answer.pipe(response);
        return;
      }
      const { range, 'if-range': ifRange } = headers;
      asked.push({ ...(range && { range }), ...(typeof ifRange === 'string' && { ifRange }) });
      if (asked.length > 1) {
        answer.pipe(response);
        return;
      }
      let left = Math.floor(Number(answer.headers['content-length']) / 2);
      const hangUp = (): void => {
        answer.destroy();
        if (how === 'ends') response.socket?.end();
        else response.socket?.resetAndDestroy();
      };
      answer.on('data', (chunk: Buffer) => {
        if (left <= 0) return;
        response.write(chunk.subarray(0, left));
        left -= chunk.length;
        // A browser loses what it has not taken off a line that is reset.
        if (left <= 0) setTimeout(hangUp, 500);
      });
    });
    request.pipe(outgoing);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    site: `http://localhost:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
