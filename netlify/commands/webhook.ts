import { parseArgs } from 'node:util';
import Stripe from 'stripe';
import * as z from 'zod/mini';
import {
  type Endpoint,
  findEndpoints,
  webhookUrl,
  wrongWith,
} from '../admin/health/stripe-checks.ts';
import { type StripeClient, createStripeClient } from '../stripe/client.ts';
import { MisconfiguredError, envSchema, isLiveKey, isLoopback, readBy } from '../platform/env.ts';
import { loadSettings } from '../local/settings.ts';
import { EVENT_TYPES } from '../orders/stripe-events.ts';
import { runCommand } from './run.ts';

const enabled_events = [...EVENT_TYPES];

const make = async ({ ask }: StripeClient, siteUrl: string): Promise<string> => {
  const { id, secret = '' } = await ask((stripe) =>
    stripe.webhookEndpoints.create({
      url: webhookUrl(siteUrl),
      enabled_events,
      api_version: Stripe.API_VERSION,
      description: 'The shop, created by npm run stripe:webhook',
    }),
  );
  console.log(`Created ${id}.`);
  return secret;
};

const mend = async ({ ask }: StripeClient, endpoint: Endpoint): Promise<void> => {
  const { id } = endpoint;
  const wrong = wrongWith(endpoint, Stripe.API_VERSION);
  if (wrong.length === 0) return console.log(`${id} is set up correctly.`);
  for (const fault of wrong) console.log(`${id}: ${fault}.`);
  await ask((stripe) => stripe.webhookEndpoints.update(id, { enabled_events, disabled: false }));
  console.log(`Fixed ${id}. Its secret hasn’t changed.`);
};

/**
 * Creates or fixes the shop's webhook endpoint, and prints each step. Other endpoints with its address are disabled and
 * not deleted, so that the owner can return to them in Stripe's dashboard. `keepSecret` gets the secret of a new
 * endpoint, which Stripe shows only once.
 */
export const mendWebhook = async (
  client: StripeClient,
  siteUrl: string,
  keepSecret: (secret: string) => void,
): Promise<void> => {
  const { current, surplus } = await findEndpoints(client, siteUrl, Stripe.API_VERSION);
  if (current) await mend(client, current);
  else {
    for (const { id, api_version: version } of surplus) {
      console.log(
        `${id} has the API version ${version ?? 'of the account'}, which can’t be changed, so a new endpoint replaces it.`,
      );
    }
    keepSecret(await make(client, siteUrl));
  }
  for (const { id } of surplus) {
    console.log(`${id} would send every event a second time, so it’s now disabled.`);
    await client.ask((stripe) => stripe.webhookEndpoints.update(id, { disabled: true }));
  }
};

const needed = z.pick(envSchema, {
  STRIPE_SECRET_KEY: true,
  PUBLIC_SITE_URL: true,
  STRIPE_API_URL: true,
});

/** `npm run stripe:webhook`. With `--netlify` it prints the secret as a command that sets it for the live shop. */
export const run = async (): Promise<void> => {
  const { netlify } = parseArgs({
    options: { netlify: { type: 'boolean', default: false } },
  }).values;
  loadSettings();
  const settings = readBy(needed, process.env);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = settings;
  const site = new URL(settings.PUBLIC_SITE_URL);
  if (site.protocol !== 'https:' || isLoopback(site)) {
    throw new MisconfiguredError(
      `PUBLIC_SITE_URL is ${site.origin}, where Stripe can’t send events. Set the shop’s address on the web, as in https://www.example.com`,
    );
  }
  const mode = isLiveKey(secretKey) ? 'live' : 'test';
  console.log(`Stripe's ${mode} mode, ${webhookUrl(site.origin)}`);
  await mendWebhook(createStripeClient({ secretKey, apiUrl }), site.origin, (secret) => {
    console.log('Its secret, shown only once. Set it for the shop, then deploy:');
    console.log(
      netlify
        ? `netlify env:set STRIPE_WEBHOOK_SECRET ${secret} --secret --context production`
        : `STRIPE_WEBHOOK_SECRET=${secret}`,
    );
  });
};

if (import.meta.main) await runCommand(run);
