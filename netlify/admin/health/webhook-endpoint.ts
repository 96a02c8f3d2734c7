import type Stripe from 'stripe';
import { EVENT_TYPES } from '../../orders/stripe-events.ts';

export type Endpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'url' | 'status' | 'enabled_events' | 'api_version'
>;

/** Where Stripe sends the events of the shop with this origin. */
export const webhookUrl = (siteUrl: string): string => `${siteUrl}/api/stripe-webhook`;

/** What is wrong with an endpoint of the shop, each as the rest of a sentence; none where all is well. */
export const wrongWith = (endpoint: Endpoint, apiVersion: string): string[] => {
  const { status, enabled_events: told, api_version: version } = endpoint;
  const known: readonly string[] = EVENT_TYPES;
  const missing = told.includes('*') ? [] : known.filter((type) => !told.includes(type));
  const needless = told.filter((type) => !known.includes(type));
  return [
    status !== 'enabled' && 'it is disabled',
    missing.length > 0 && `it is not told of ${missing.join(', ')}`,
    needless.length > 0 && `it is told of ${needless.join(', ')}, which the shop has no use for`,
    version !== apiVersion &&
      `its API version is ${version ?? 'the default of the account'}, not ${apiVersion}`,
  ].filter((fault) => fault !== false);
};

/**
 * Of all endpoints, newest first as Stripe lists them: the one that serves the shop, null where there is none
 * that can be mended, since an endpoint keeps its API version for good; and the others that are also sent each
 * of its events. They have secrets of their own, and the shop knows one.
 */
export const endpointsOf = (
  endpoints: readonly Endpoint[],
  siteUrl: string,
  apiVersion: string,
): { current: Endpoint | null; surplus: Endpoint[] } => {
  const ours = endpoints.filter(({ url }) => url === webhookUrl(siteUrl));
  const enabled = ours.filter(({ status }) => status === 'enabled');
  const current = [...enabled, ...ours].find(({ api_version }) => api_version === apiVersion);
  return { current: current ?? null, surplus: enabled.filter((one) => one !== current) };
};
