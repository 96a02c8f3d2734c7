import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Takes three free ports in a row for a shop until `release`, so that no other run uses them while
 * the site is built with its address. They are below the ports that systems assign to connections
 * and to port 0 (32768 on Linux), which could be taken in between, and above those that browsers
 * refuse. Each run has a hundred ports; guides.spec.ts uses three more.
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

/** A port that is free, like the two behind it. */
export const freePort = async (): Promise<number> => {
  const { port, release } = await holdPorts(4);
  await release();
  return Number(port);
};
