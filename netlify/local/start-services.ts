import { mkdirSync } from 'node:fs';
import { readEnv } from '../env.ts';
import { newPassword, newSecret } from './secrets.ts';
import type { LocalSettings } from './settings.ts';
import type { Shutdown } from './shutdown.ts';
import { startStandIns } from './stand-ins.ts';
import { startStores } from './stores.ts';

const STRIPE_NOTE =
  'Payments go to Stripe itself, so this shop runs no schedule and sends no email: buyers see their order only while this shop is running.';

type LocalService = {
  /** The environment by which functions find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Lines to print for the person who started the shop. */
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
};

/** A configured password is a secret and is not printed. */
const adminNote = (siteUrl: string, password: string, configured: string | undefined): string =>
  `Admin: ${siteUrl}/admin-upload, password: ${configured ? 'your ADMIN_PASSWORD' : password}`;

/**
 * Starts a local service for each hosted one that is not configured, and sets the environment by which this process
 * and its functions find them. Returns the lines to print. Throws with the names of the missing variables where a
 * service is only partly configured.
 */
export const startServices = async (
  { port, siteUrl, asksStripe, paymentsPort, directory }: LocalSettings,
  shutdown: Shutdown,
): Promise<readonly string[]> => {
  mkdirSync(directory, { recursive: true });
  const { env } = process;
  const withRedis = !env['UPSTASH_REDIS_REST_URL'];
  const services: LocalService[] = [await startStores({ port: port + 2, directory, withRedis })];
  const withStripe = !env['STRIPE_SECRET_KEY'];
  const withMail = !asksStripe && !env['MAIL_API_KEY'];
  if (withStripe || withMail) {
    const options = { port: paymentsPort, directory, siteUrl, withStripe, withMail };
    services.push(await startStandIns(options));
  }
  for (const { close } of services) shutdown.add(close);
  const password = env['ADMIN_PASSWORD'] || newPassword();
  const notes = [
    adminNote(siteUrl, password, env['ADMIN_PASSWORD']),
    ...(asksStripe ? [STRIPE_NOTE] : []),
  ];
  Object.assign(
    env,
    {
      PUBLIC_SITE_URL: siteUrl,
      SIGNING_SECRET: env['SIGNING_SECRET'] || newSecret(),
      ADMIN_PASSWORD: password,
    },
    ...services.map(({ environment }) => environment),
  );
  readEnv(env);
  return [...notes, ...services.flatMap((service) => service.notes)];
};

const MINUTE_IN_MS = 60 * 1000;

/** As in each function's `config.schedule`. Neither the emulator nor Vite runs schedules. */
export const SCHEDULED = [
  { name: 'reconcile', everyInMs: 10 * MINUTE_IN_MS },
  { name: 'send-announcements', everyInMs: 5 * MINUTE_IN_MS },
] as const;

/** Calls the scheduled functions of the shop, as Netlify's scheduler does. Returns a function that stops this. */
export const startSchedule = ({ siteUrl, asksStripe }: LocalSettings): (() => void) => {
  if (asksStripe) return () => {};
  const run = async (name: string): Promise<void> => {
    const answer = await fetch(`${siteUrl}/.netlify/functions/${name}`, { method: 'POST' });
    await answer.body?.cancel();
  };
  const timers = SCHEDULED.map(({ name, everyInMs }) =>
    setInterval(() => void run(name), everyInMs),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
};
