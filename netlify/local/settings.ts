import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { folderFault } from '../../.config/folder.ts';
import { isLiveKey } from '../platform/context.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('hex');

/** Short enough to type. */
export const newPassword = (): string => newSecret(10);

const DEFAULT_PORT = 8888;
/** The shop also uses the two ports after it. */
const MAX_PORT = 65535 - 2;

const REAL_CARDS = '--charge-real-cards';

/** Reads `.env`, if it exists, into the environment. Throws on an invalid PORT. */
export const loadSettings = () => {
  const file = path.join(ROOT, '.env');
  // With a byte order mark, the first name would not be known.
  const text = existsSync(file) ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : '';
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
  const port = Number(process.env['PORT'] || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > MAX_PORT) {
    throw new Error(`PORT must be a whole number from 1 to ${MAX_PORT}.`);
  }
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: standIn } = process.env;
  return {
    port,
    siteUrl: `http://localhost:${port}`,
    /** Whether Stripe itself is asked. The shop then runs no schedule and sends no email (`mayMail` in env.ts). */
    asksStripe: Boolean(key) && !standIn,
    /** The port of the Stripe stand-in and the inbox. */
    paymentsPort: port + 1,
    /** Keeps the orders, guides and payments of the shop on this port. */
    directory: path.join(ROOT, '.netlify', 'local', String(port)),
  };
};

export type LocalSettings = Readonly<ReturnType<typeof loadSettings>>;

/** The settings of a shop that is to run. Throws for a live key, unless the command allows it. */
export const settingsToRun = (): LocalSettings => {
  const fault = folderFault();
  if (fault !== null) throw new Error(fault);
  const settings = loadSettings();
  if (isLiveKey(process.env['STRIPE_SECRET_KEY'] ?? '') && !process.argv.includes(REAL_CARDS)) {
    throw new Error(
      `STRIPE_SECRET_KEY is a live key: a purchase in this shop charges a real card. If you want that, add "-- ${REAL_CARDS}" to the command. Otherwise set a test key (sk_test_...), or none.`,
    );
  }
  // Empty settings make the pages and the functions send and promise no email.
  if (settings.asksStripe) Object.assign(process.env, { MAIL_API_KEY: '', MAIL_FROM: '' });
  return settings;
};
