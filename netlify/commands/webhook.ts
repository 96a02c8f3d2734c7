import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { loadSettings } from '../local/settings.ts';
import { MisconfiguredError, envSchema, parseSettings } from '../platform/env.ts';
import { isLiveKey } from '../platform/context.ts';
import { isLoopback } from '../platform/loopback.ts';
import { type StripeClient, createStripeClient } from '../stripe/client.ts';
import {
  type WebhookEndpoint,
  createEndpoint,
  disableEndpoint,
  endpointFaults,
  findEndpoints,
  repairEndpoint,
  webhookUrlOf,
} from '../stripe/webhook-endpoints.ts';
import { runCommand } from './run.ts';

const repair = async (client: StripeClient, endpoint: WebhookEndpoint): Promise<void> => {
  const { id } = endpoint;
  const faults = endpointFaults(endpoint);
  if (faults.length === 0) {
    console.log(`${id} is set up correctly.`);
    return;
  }
  for (const fault of faults) console.log(`${id}: ${fault}.`);
  await repairEndpoint(client, id);
  console.log(`Fixed ${id}. Its secret hasn’t changed.`);
};

const outdatedReason = (version: string | null): string =>
  version === null
    ? 'uses the account’s default API version, and an endpoint’s version can’t be changed'
    : `has the API version ${version}, which can’t be changed`;

const setUpWebhook = async (client: StripeClient, siteUrl: string): Promise<string | null> => {
  const { current, surplus } = await findEndpoints(client, siteUrl);
  let newSecret: string | null = null;
  if (current) {
    await repair(client, current);
  } else {
    const { id, secret } = await createEndpoint(client, siteUrl);
    console.log(`Created ${id}.`);
    newSecret = secret;
  }
  for (const { id, api_version: version } of surplus) {
    const reason = current ? 'would send every event a second time' : outdatedReason(version);
    console.log(`${id} ${reason}, so it’s now disabled.`);
    await disableEndpoint(client, id);
  }
  return newSecret;
};

const settingsSchema = z.pick(envSchema, {
  STRIPE_SECRET_KEY: true,
  PUBLIC_SITE_URL: true,
  STRIPE_API_URL: true,
});

/** `npm run stripe:webhook` */
export const run = async (): Promise<void> => {
  parseArgs({ options: {} });
  loadSettings();
  const settings = parseSettings(settingsSchema, process.env);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = settings;
  const site = new URL(settings.PUBLIC_SITE_URL);
  if (site.protocol !== 'https:' || isLoopback(site)) {
    throw new MisconfiguredError(
      `PUBLIC_SITE_URL is ${site.origin}, where Stripe can’t send events. Set it to the shop’s public address, as in https://www.example.com`,
    );
  }
  const mode = isLiveKey(secretKey) ? 'live' : 'test';
  console.log(`Stripe’s ${mode} mode, ${webhookUrlOf(site.origin)}`);
  const secret = await setUpWebhook(createStripeClient({ secretKey, apiUrl }), site.origin);
  if (secret === null) return;
  console.log('This is the only time its secret is shown. Set it for the shop, then deploy:');
  console.log(`STRIPE_WEBHOOK_SECRET=${secret}`);
};

if (import.meta.main) await runCommand(run);
