import { randomInt } from 'node:crypto';
import { type Server, createServer } from 'node:net';

/** Listens on a port. Returns null if it is in use. */
const take = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, 'localhost', () => resolve(server));
  });

const isServer = (server: Server | null): server is Server => server !== null;

/**
 * Takes three free ports in a row for a shop until `release`, so that no other run uses them while the site is built with
 * its address. They are below the ports that systems give to connections and to port 0 (32768 on Linux), which could be
 * taken in between. Each run has a hundred ports; guides.spec.ts uses three more.
 */
export const holdPorts = async (
  step = 100,
): Promise<{ port: string; release: () => Promise<void> }> => {
  const first = 10_000 + step * randomInt(22_000 / step);
  const held = await Promise.all([first, first + 1, first + 2].map(take));
  const release = async (): Promise<void> => {
    const servers = held.filter(isServer);
    await Promise.all(
      servers.map((server) => new Promise((resolve) => void server.close(resolve))),
    );
  };
  if (held.every(isServer)) return { port: String(first), release };
  await release();
  return holdPorts(step);
};

/** A port that is free, like the two behind it. */
export const freePort = async (): Promise<number> => {
  const { port, release } = await holdPorts(4);
  await release();
  return Number(port);
};
