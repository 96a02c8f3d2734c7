const DEFAULT_PORT = 8888;
/** The shop also uses the two ports after its own. */
const PORTS_PER_SHOP = 3;
const MAX_PORT = 65535 - (PORTS_PER_SHOP - 1);

/**
 * Browsers and `fetch` refuse to connect to these ports, although a server can listen on them:
 * https://fetch.spec.whatwg.org/#port-blocking
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** On most systems, only an administrator may listen on lower ports. */
const FIRST_UNPRIVILEGED_PORT = 1024;

const findBlockedPort = (firstPort: number): number | undefined => {
  const ports = Array.from({ length: PORTS_PER_SHOP }, (_, offset) => firstPort + offset);
  return ports.find((port) => BLOCKED_PORTS.has(port));
};

/** commandWithPort(9000) // "PORT=9000 npm start" */
export const commandWithPort = (port: number): string => {
  const command = process.env['npm_lifecycle_event'] === 'dev' ? 'npm run dev' : 'npm start';
  return `PORT=${port} ${command}`;
};

/** Throws if PORT is not a port number, or if it is too high to leave ports for the services. */
export const parsePort = (text: string | undefined): number => {
  const port = Number(text || DEFAULT_PORT);
  if (Number.isInteger(port) && port >= 1 && port <= MAX_PORT) return port;
  throw new Error(`PORT must be a whole number from 1 to ${MAX_PORT}.`);
};

/** Throws if browsers block one of the shop's ports. The message suggests the next port to use. */
export const requireAllowedPorts = (port: number): void => {
  const blockedPort = findBlockedPort(port);
  if (blockedPort === undefined) return;
  let nextPort = Math.max(port + 1, FIRST_UNPRIVILEGED_PORT);
  while (findBlockedPort(nextPort) !== undefined) nextPort += 1;
  throw new Error(
    `The shop would use ports ${port} to ${port + PORTS_PER_SHOP - 1}, and browsers refuse ` +
      `to connect to port ${blockedPort}. Choose another port: ${commandWithPort(nextPort)}`,
  );
};
