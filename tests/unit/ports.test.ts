import { expect, test } from 'vitest';
import { requireAllowedPorts } from '../../netlify/local/ports.ts';
import { byDepth } from '../depth.ts';

/** Returns why a shop cannot start on the port, or null if it can. */
const refusalOf = (port: number): string | null => {
  try {
    requireAllowedPorts(port);
    return null;
  } catch (error) {
    return String(error);
  }
};

/** Most blocked ports are below 1024, and all of them are below 11000. */
const HIGHEST_PORT = byDepth(1024, 11_000);

const dispatch = () => {
  throw new Error('not blocked');
};

/** Sends nothing: `fetch` checks the port before it calls the dispatcher. */
const isBlockedByFetch = async (port: number): Promise<boolean> => {
  const options: object = { dispatcher: { dispatch } };
  const { message } = await fetch(`http://localhost:${port}`, options).catch(({ cause }) => cause);
  return message === 'bad port';
};

test('refuses a port if and only if fetch blocks it or one of the next two ports', async () => {
  const ports = Array.from({ length: HIGHEST_PORT }, (_, index) => index + 1);
  const isBlocked = await Promise.all(ports.map(isBlockedByFetch));
  const blocked = new Set(ports.filter((_, index) => isBlocked[index]));
  expect(blocked).toContain(22);
  // The results for the last two depend on ports that were not tested.
  for (const port of ports.slice(0, -2)) {
    const isRefused = [port, port + 1, port + 2].some((used) => blocked.has(used));
    expect(refusalOf(port) !== null, `port ${port}`).toBe(isRefused);
  }
});

test.each([
  { name: 'the shop', port: 6000, blocked: 6000 },
  { name: 'the Stripe stand-in', port: 5999, blocked: 6000 },
  { name: 'Redis and Blobs', port: 5998, blocked: 6000 },
  { name: 'all three services', port: 6665, blocked: 6665 },
])('reports a blocked port for $name and suggests a port that works', ({ port, blocked }) => {
  const refusal = refusalOf(port) ?? '';
  expect(refusal).toContain(`refuse to connect to port ${blocked}.`);
  const suggested = /: PORT=(\d+) npm start$/.exec(refusal)?.[1];
  expect(refusalOf(Number(suggested))).toBeNull();
});

test('suggests no port that only an administrator may open', () => {
  expect(refusalOf(22)).toContain('PORT=1024 npm start');
});
