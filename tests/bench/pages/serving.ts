import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ServerData, Site } from './server.ts';
import type { Tools } from './tools.ts';

export type Serving = {
  readonly origins: readonly string[];
  readonly stop: () => Promise<unknown>;
};

/** Serves each site from an origin of its own, by HTTP/2 and TLS, as a content network would. */
export const startServer = async (
  { selfsigned }: Tools,
  sites: readonly Site[],
): Promise<Serving> => {
  const name = [{ name: 'commonName', value: 'localhost' }];
  const certificate = await selfsigned.generate(name, { keyType: 'ec' });
  const data: ServerData = { sites, key: certificate.private, cert: certificate.cert };
  const worker = new Worker(new URL('./server.ts', import.meta.url), { workerData: data });
  const [ports]: number[][] = await once(worker, 'message');
  const origins = (ports ?? []).map((port) => `https://localhost:${port}`);
  return { origins, stop: () => worker.terminate() };
};
