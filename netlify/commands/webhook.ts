import Stripe from 'stripe';
import * as z from 'zod/mini';
import { loadSettings } from '../local/settings.ts';
import { MisconfiguredError, envSchema, readBy } from '../platform/env.ts';
import { isLiveKey } from '../platform/context.ts';
import { isLoopback } from '../platform/loopback.ts';
import { type StripeClient, createStripeClient } from '../stripe/client.ts';
import { EVENT_TYPES } from '../stripe/events.ts';
import { runCommand } from './run.ts';

const enabled_events = [...EVENT_TYPES];

type Endpoint = Stripe.WebhookEndpoint;

/** The address to which Stripe sends the events of the shop with this origin. */
export const webhookUrl = (siteUrl: string): string => `${siteUrl}/api/stripe-webhook`;

/** The faults of an endpoint of the shop, each worded as the rest of a sentence. */
export const wrongWith = ({ status, enabled_events: sent, api_version }: Endpoint): string[] => {
  const known: readonly string[] = EVENT_TYPES;
  const missing = sent.includes('*') ? [] : known.filter((type) => !sent.includes(type));
  const needless = sent.filter((type) => !known.includes(type));
  return [
    status !== 'enabled' && 'it is disabled',
    missing.length > 0 && `it doesn’t get ${missing.join(', ')}`,
    needless.length > 0 && `it gets ${needless.join(', ')}, which the shop doesn’t use`,
    api_version !== Stripe.API_VERSION &&
      `its API version is ${api_version ?? 'the account’s default'}, not ${Stripe.API_VERSION}`,
  ].filter((words) => words !== false);
};

/**
 * The endpoint that serves the shop, and the others that get each of its events too. Those have secrets of their own, and
 * the shop knows only one. The first is null if none can be repaired, since an endpoint's API version can't be changed.
 */
export const findEndpoints = async (
  { ask }: StripeClient,
  siteUrl: string,
): Promise<{ readonly current: Endpoint | null; readonly surplus: readonly Endpoint[] }> => {
  // Newest first. Stripe allows 16 endpoints.
  const { data } = await ask((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
  const ours = data.filter(({ url }) => url === webhookUrl(siteUrl));
  const enabled = ours.filter(({ status }) => status === 'enabled');
  const current = [...enabled, ...ours].find(
    ({ api_version: version }) => version === Stripe.API_VERSION,
  );
  return { current: current ?? null, surplus: enabled.filter((one) => one !== current) };
};

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
  const wrong = wrongWith(endpoint);
  if (wrong.length === 0) return console.log(`${id} is set up correctly.`);
  for (const fault of wrong) console.log(`${id}: ${fault}.`);
  await ask((stripe) => stripe.webhookEndpoints.update(id, { enabled_events, disabled: false }));
  console.log(`Fixed ${id}. Its secret hasn’t changed.`);
};

/**
 * Creates or fixes the shop's webhook endpoint, and prints each step. Other endpoints with its address are disabled and
 * not deleted, so that the owner can return to them in Stripe's dashboard. Returns the secret of a new endpoint, which
 * Stripe shows only once.
 */
export const mendWebhook = async (
  client: StripeClient,
  siteUrl: string,
): Promise<string | null> => {
  const { current, surplus } = await findEndpoints(client, siteUrl);
  if (current) await mend(client, current);
  const secret = current ? null : await make(client, siteUrl);
  for (const { id, api_version: version } of surplus) {
    const reason =
      current === null
        ? `has the API version ${version ?? 'of the account'}, which can’t be changed`
        : 'would send every event a second time';
    console.log(`${id} ${reason}, so it’s now disabled.`);
    await client.ask((stripe) => stripe.webhookEndpoints.update(id, { disabled: true }));
  }
  return secret;
};

const needed = z.pick(envSchema, {
  STRIPE_SECRET_KEY: true,
  PUBLIC_SITE_URL: true,
  STRIPE_API_URL: true,
});

/** `npm run stripe:webhook` */
export const run = async (): Promise<void> => {
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
  const secret = await mendWebhook(createStripeClient({ secretKey, apiUrl }), site.origin);
  if (secret === null) return;
  console.log('Its secret, shown only once. Set it for the shop, then deploy:');
  console.log(`STRIPE_WEBHOOK_SECRET=${secret}`);
};

if (import.meta.main) await runCommand(run);
