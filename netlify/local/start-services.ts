import { mkdirSync } from 'node:fs';
import { readEnv } from '../platform/env.ts';
import { serveServices } from './serve-services.ts';
import { type LocalSettings, newPassword, newSecret } from './settings.ts';
import type { Shutdown } from './shutdown.ts';

const STRIPE_NOTE =
  'Payments go to Stripe itself, so this shop runs no schedule and sends no email: buyers see their order only while this shop is running.';

/**
 * Starts a local service for each hosted one that is not configured, and sets the environment by which this process
 * and its functions find them. Returns the lines to print. Throws with the names of the missing variables if a
 * service is only partly configured.
 */
export const startServices = async (
  { port, siteUrl, asksStripe, paymentsPort, directory }: LocalSettings,
  shutdown: Shutdown,
): Promise<readonly string[]> => {
  mkdirSync(directory, { recursive: true });
  const { env } = process;
  const services = await serveServices({
    directory,
    siteUrl,
    ports: { payments: paymentsPort, stores: port + 2 },
    withRedis: !env['UPSTASH_REDIS_REST_URL'],
    withStripe: !env['STRIPE_SECRET_KEY'],
    withMail: !asksStripe && !env['MAIL_API_KEY'],
  });
  shutdown.add(services.close);
  const password = env['ADMIN_PASSWORD'] || newPassword();
  // A configured password is a secret and is not printed.
  const shown = env['ADMIN_PASSWORD'] ? 'your ADMIN_PASSWORD' : password;
  Object.assign(env, services.environment, {
    PUBLIC_SITE_URL: siteUrl,
    SIGNING_SECRET: env['SIGNING_SECRET'] || newSecret(),
    ADMIN_PASSWORD: password,
  });
  readEnv(env);
  return [
    `Admin: ${siteUrl}/admin-upload, password: ${shown}`,
    ...(asksStripe ? [STRIPE_NOTE] : []),
    ...services.notes,
  ];
};

/** As in the `config.schedule` of netlify/functions/jobs.ts. */
const SCHEDULE_IN_MS = 10 * 60 * 1000;

/** Calls the scheduled function of the shop, as Netlify does. Returns a function that stops this. */
export const startSchedule = ({ siteUrl, asksStripe }: LocalSettings): (() => void) => {
  if (asksStripe) return () => {};
  const run = async (): Promise<void> => {
    const answer = await fetch(`${siteUrl}/.netlify/functions/jobs`, { method: 'POST' });
    await answer.body?.cancel();
  };
  const timer = setInterval(() => void run(), SCHEDULE_IN_MS);
  return () => clearInterval(timer);
};
