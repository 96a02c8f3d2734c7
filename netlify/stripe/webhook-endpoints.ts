// Only commands may import this file. Functions load the SDK with `loadStripe`.
import Stripe from 'stripe';
import type { StripeClient } from './client.ts';
import { EVENT_TYPES } from './events.ts';

export type WebhookEndpoint = Stripe.WebhookEndpoint;

/** `siteUrl` is an origin, without a trailing slash. */
export const webhookUrlOf = (siteUrl: string): string => `${siteUrl}/api/stripe-webhook`;

/** Returns a clause for each fault, such as "it is disabled". */
export const endpointFaults = (endpoint: WebhookEndpoint): string[] => {
  const handled: readonly string[] = EVENT_TYPES;
  const sent = endpoint.enabled_events;
  const missing = sent.includes('*') ? [] : handled.filter((type) => !sent.includes(type));
  const unused = sent.filter((type) => !handled.includes(type));
  const version = endpoint.api_version;
  const faults: string[] = [];
  if (endpoint.status !== 'enabled') faults.push('it is disabled');
  if (missing.length > 0) faults.push(`it doesn’t get ${missing.join(', ')}`);
  if (unused.length > 0) {
    faults.push(`it gets ${unused.join(', ')}, which the shop doesn’t use`);
  }
  if (version !== Stripe.API_VERSION) {
    const found = version ?? 'the account’s default';
    faults.push(`its API version is ${found}, not ${Stripe.API_VERSION}`);
  }
  return faults;
};

type ShopEndpoints = {
  /** null if no endpoint has the SDK's API version. An endpoint's version can't be changed. */
  readonly current: WebhookEndpoint | null;
  /** The other enabled endpoints. They sign each event with a secret that the shop doesn't have. */
  readonly surplus: readonly WebhookEndpoint[];
};

const hasVersion = (endpoint: WebhookEndpoint): boolean =>
  endpoint.api_version === Stripe.API_VERSION;

export const findEndpoints = async (
  { call }: StripeClient,
  siteUrl: string,
): Promise<ShopEndpoints> => {
  // Newest first. Stripe allows 16 endpoints, so one page is enough.
  const { data } = await call((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
  const ours = data.filter(({ url }) => url === webhookUrlOf(siteUrl));
  const enabled = ours.filter(({ status }) => status === 'enabled');
  const current = enabled.find(hasVersion) ?? ours.find(hasVersion) ?? null;
  return { current, surplus: enabled.filter((endpoint) => endpoint !== current) };
};

/** Stripe shows the secret only once. */
export const createEndpoint = async (
  { call }: StripeClient,
  siteUrl: string,
): Promise<{ readonly id: string; readonly secret: string }> => {
  const created = await call((stripe) =>
    stripe.webhookEndpoints.create({
      url: webhookUrlOf(siteUrl),
      enabled_events: [...EVENT_TYPES],
      api_version: Stripe.API_VERSION,
      description: 'The shop, created by npm run stripe:webhook',
    }),
  );
  return { id: created.id, secret: created.secret ?? '' };
};

/** The secret does not change. */
export const repairEndpoint = async ({ call }: StripeClient, id: string): Promise<void> => {
  const change = { enabled_events: [...EVENT_TYPES], disabled: false };
  await call((stripe) => stripe.webhookEndpoints.update(id, change));
};

/** The owner can enable a disabled endpoint again in Stripe's dashboard. */
export const disableEndpoint = async ({ call }: StripeClient, id: string): Promise<void> => {
  await call((stripe) => stripe.webhookEndpoints.update(id, { disabled: true }));
};
