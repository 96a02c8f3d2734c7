import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { folderFault } from '../../.config/folder.ts';
import { isLiveKey } from '../platform/context.ts';
import { keepLoopbackOffProxy } from './no-proxy.ts';
import { parsePort, requireAllowedPorts } from './ports.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const REAL_CARDS_FLAG = '--charge-real-cards';

const loadEnvFile = (): void => {
  const file = path.join(ROOT, '.env');
  if (!existsSync(file)) return;
  // A byte order mark would become part of the first name.
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
};

/** Loads `.env`, if it exists, into the environment. Throws on an invalid PORT. */
export const loadSettings = () => {
  loadEnvFile();
  keepLoopbackOffProxy();
  const { PORT, STRIPE_SECRET_KEY, STRIPE_API_URL } = process.env;
  const port = parsePort(PORT);
  return {
    port,
    siteUrl: `http://localhost:${port}`,
    /** If true, the shop runs no schedule and sends no email (`mayEmailBuyers`). */
    usesRealStripe: Boolean(STRIPE_SECRET_KEY) && !STRIPE_API_URL,
    paymentsPort: port + 1,
    directory: path.join(ROOT, '.netlify', 'local', String(port)),
  };
};

export type LocalSettings = Readonly<ReturnType<typeof loadSettings>>;

/**
 * Loads the settings for starting a shop. Throws if the folder or the port cannot be used. Also
 * throws for a live key, unless the command allows it.
 */
export const loadStartSettings = (): LocalSettings => {
  const fault = folderFault();
  if (fault !== null) throw new Error(fault);
  const settings = loadSettings();
  requireAllowedPorts(settings.port);
  const isLive = isLiveKey(process.env['STRIPE_SECRET_KEY'] ?? '');
  if (isLive && !process.argv.includes(REAL_CARDS_FLAG)) {
    throw new Error(
      'STRIPE_SECRET_KEY is a live key: a purchase in this shop charges a real card. ' +
        `If you want that, add "-- ${REAL_CARDS_FLAG}" to the command. ` +
        'Otherwise, set a test key (sk_test_...) or remove the key.',
    );
  }
  // Without these, the functions send no email and the pages promise none.
  if (settings.usesRealStripe) Object.assign(process.env, { MAIL_API_KEY: '', MAIL_FROM: '' });
  return settings;
};
