import { existsSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const DEFAULT_PORT = 8888;
/** The two ports after it are taken too. */
const MAX_PORT = 65535 - 2;

export type LocalSettings = {
  readonly port: number;
  readonly siteUrl: string;
  /** Where the Stripe stand-in and the inbox listen, as far as they are needed. */
  readonly paymentsPort: number;
  /** Orders, guides and payments of the shop on this port; two shops share nothing. */
  readonly directory: string;
};

/** Reads `.env`, where there is one, into the environment. Throws on a PORT that is none. */
export const loadSettings = (): LocalSettings => {
  const file = path.join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const port = Number(process.env['PORT'] || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > MAX_PORT) {
    throw new Error(`PORT must be a whole number from 1 to ${MAX_PORT}.`);
  }
  return {
    port,
    siteUrl: `http://localhost:${port}`,
    paymentsPort: port + 1,
    directory: path.join(ROOT, '.netlify', 'local', String(port)),
  };
};
