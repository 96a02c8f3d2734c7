import { mkdirSync } from 'node:fs';
import { parseEnv } from '../platform/env.ts';
import { newPassword, newSecret } from './secrets.ts';
import { serveServices } from './serve-services.ts';
import type { LocalSettings } from './settings.ts';
import type { Shutdown } from './shutdown.ts';

const REAL_STRIPE_NOTE =
  'Payments go to the real Stripe, so this shop runs no schedule and sends no email. ' +
  'Buyers can see their orders only while this shop is running.';

/**
 * Starts a local service for each hosted service that is not configured, and sets the environment
 * variables. Returns the lines to print. Throws if a service is only partly configured.
 */
export const startServices = async (
  { port, siteUrl, usesRealStripe, paymentsPort, directory }: LocalSettings,
  shutdown: Shutdown,
): Promise<readonly string[]> => {
  mkdirSync(directory, { recursive: true });
  const { env } = process;
  const services = await serveServices({
    directory,
    siteUrl,
    paymentsPort,
    storesPort: port + 2,
    withRedis: !env['UPSTASH_REDIS_REST_URL'],
    withStripe: !env['STRIPE_SECRET_KEY'],
    withMail: !usesRealStripe && !env['MAIL_API_KEY'],
  });
  shutdown.add(services.close);
  const password = env['ADMIN_PASSWORD'] || newPassword();
  // A configured password is a secret, so it is not printed.
  const shownPassword = env['ADMIN_PASSWORD'] ? 'your ADMIN_PASSWORD' : password;
  Object.assign(env, services.environment, {
    PUBLIC_SITE_URL: siteUrl,
    SIGNING_SECRET: env['SIGNING_SECRET'] || newSecret(),
    ADMIN_PASSWORD: password,
  });
  parseEnv(env);
  const notes = [`Admin: ${siteUrl}/admin-upload, password: ${shownPassword}`];
  if (usesRealStripe) notes.push(REAL_STRIPE_NOTE);
  return [...notes, ...services.notes];
};
