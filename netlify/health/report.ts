import type { Product } from '#contract/catalogue.ts';
import type { HealthReport } from '#contract/health.ts';
import type { RedisClient } from '../clients/redis.ts';
import type { StripeClient } from '../clients/stripe.ts';
import { bounded, worst } from './check.ts';
import { type FindGuide, guideChecks } from './guide-checks.ts';
import { type MailOptions, mailChecks } from './mail-checks.ts';
import { type Past, pastChecks } from './past-checks.ts';
import { redisChecks } from './redis-checks.ts';
import { type Place, settingsChecks } from './settings.ts';
import { stripeChecks } from './stripe-checks.ts';

export type HealthPorts = {
  readonly settings: Readonly<Record<string, string | undefined>>;
  readonly place: Place;
  readonly siteUrl: string;
  readonly isLive: boolean;
  readonly stripe: StripeClient;
  readonly redis: RedisClient;
  readonly mail: MailOptions;
  readonly findGuide: FindGuide;
  readonly products: readonly Product[];
  readonly readPast: () => Promise<Past>;
  /** Unix time in seconds. */
  readonly now: () => number;
};

/** How the shop is, as it can tell from inside; everything is asked at once. */
export const reportOf = async (ports: HealthPorts): Promise<HealthReport> => {
  const { settings, place, siteUrl, isLive, stripe, redis, now } = ports;
  const checks = await Promise.all([
    settingsChecks(settings, place),
    stripeChecks({ ask: stripe.ask, isLive, siteUrl, place }),
    redisChecks(redis, { isBeside: place !== 'local' }),
    mailChecks(ports.mail),
    guideChecks(ports.findGuide, ports.products),
    bounded('Notes of the shop', 'They are in the database of the orders.', async () =>
      pastChecks(await ports.readPast(), now()),
    ),
  ]);
  const all = checks.flat();
  return { status: worst(all), at: new Date(now() * 1000).toISOString(), checks: all };
};
