import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Reserves three consecutive free ports for a shop until `release`, so that no other run takes them
 * while the site is built with the shop's address. They are above the ports that browsers block.
 * They are also below the ports that systems assign to connections and to port 0 (from 32768 on
 * Linux), because one of those could be taken between `release` and the start of the shop. Each run
 * has a block of 100 ports. guides.spec.ts uses three more ports of the block.
 */
export const holdPorts = async (
  step = 100,
): Promise<{ port: string; release: () => Promise<void> }> => {
  const first = 11_000 + step * randomInt(21_000 / step);
  const servers = [0, 1, 2].map((more) => createServer().listen(first + more, 'localhost'));
  const taken = await Promise.allSettled(servers.map((server) => once(server, 'listening')));
  const release = async (): Promise<void> => {
    await Promise.all(
      servers.map((server) => new Promise((resolve) => void server.close(resolve))),
    );
  };
  if (taken.every(({ status }) => status === 'fulfilled')) return { port: String(first), release };
  await release();
  return holdPorts(step);
};

/** Finds a free port whose next two ports are also free. */
export const freePort = async (): Promise<number> => {
  const { port, release } = await holdPorts(4);
  await release();
  return Number(port);
};
