import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';
import { blobsContext } from '../../netlify/local/blobs.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'guide ');

type Settings = {
  /** Of each guide, as its metadata say. */
  readonly size: number;
  /** How many bytes there are indeed; then the store ends the answer, or falls silent. */
  readonly ends?: number;
  readonly stalls?: number;
};

/**
 * A store of guides that are made up while they are sent, so that it holds none itself, and counts the
 * bytes it is made to send. From now on, and until the test has ended, the shop's own.
 */
export const openGuideStore = async ({ size, ends = size, stalls = Infinity }: Settings) => {
  let sent = 0;
  let streams = 0;
  const metadata = { size, sha256: 'a'.repeat(64) };
  const described = `b64;${Buffer.from(JSON.stringify(metadata)).toString('base64')}`;

  async function* bytes() {
    streams += 1;
    for (let at = 0; at < ends; at += CHUNK.length) {
      if (at >= stalls) await new Promise<never>(() => {});
      const chunk = CHUNK.subarray(0, Math.min(CHUNK.length, ends - at));
      sent += chunk.length;
      yield chunk;
    }
  }

  const server = http.createServer((request, response) => {
    response.writeHead(200, { 'x-amz-meta-user': described });
    if (request.method === 'HEAD') response.end();
    else
      pipeline(Readable.from(bytes(), { highWaterMark: 1 }), response, () => void (streams -= 1));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const before = process.env['NETLIFY_BLOBS_CONTEXT'];
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobsContext(`http://127.0.0.1:${port}`, 'token');
  onTestFinished(async () => {
    process.env['NETLIFY_BLOBS_CONTEXT'] = before;
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  return {
    sent: () => sent,
    /** Answers that are under way. */
    streams: () => streams,
  };
};
