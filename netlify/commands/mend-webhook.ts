import Stripe from 'stripe';
import type { StripeClient } from '../clients/stripe.ts';
import type { Unavailable } from '../clients/unavailable.ts';
import { EVENT_TYPES } from '../orders/stripe-events.ts';
import {
  type Endpoint,
  endpointsOf,
  webhookUrl,
  wrongWith,
} from '../admin/health/webhook-endpoint.ts';

type Tell = {
  readonly line: (text: string) => void;
  /** Stripe tells it once, when an endpoint is made. */
  readonly secret: (secret: string) => void;
};

const enabled_events = [...EVENT_TYPES];

/** Makes or mends the shop's webhook endpoint, and tells each step before it is done. */
export const mendWebhook = async ({ ask }: StripeClient, siteUrl: string, tell: Tell) => {
  const make = async () => {
    const made = await ask((stripe) =>
      stripe.webhookEndpoints.create({
        url: webhookUrl(siteUrl),
        enabled_events,
        api_version: Stripe.API_VERSION,
        description: 'The shop: made by npm run stripe:webhook',
      }),
    );
    tell.line(`Made ${made.id}.`);
    tell.secret(made.secret ?? '');
  };

  const mend = async (endpoint: Endpoint) => {
    const wrong = wrongWith(endpoint, Stripe.API_VERSION);
    if (wrong.length === 0) return tell.line(`${endpoint.id} is as it should be.`);
    for (const fault of wrong) tell.line(`${endpoint.id}: ${fault}.`);
    await ask((stripe) =>
      stripe.webhookEndpoints.update(endpoint.id, { enabled_events, disabled: false }),
    );
    tell.line(`Mended ${endpoint.id}. Its secret is the same as before.`);
  };

  /** Disabled, not deleted: the owner can go back to it in Stripe's dashboard. */
  const retire = async (endpoint: Endpoint) => {
    tell.line(`${endpoint.id} would bring each event a second time: it is disabled now.`);
    await ask((stripe) => stripe.webhookEndpoints.update(endpoint.id, { disabled: true }));
  };

  // Stripe allows 16.
  const { data } = await ask((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
  const { current, surplus } = endpointsOf(data, siteUrl, Stripe.API_VERSION);
  if (current) await mend(current);
  else {
    for (const { id, api_version: version } of surplus) {
      tell.line(
        `${id} has the API version ${version ?? 'of the account'}, which cannot be changed: a new one takes its place.`,
      );
    }
    await make();
  }
  for (const endpoint of surplus) await retire(endpoint);
};

/** Our client names no more of an error than this: Stripe's messages may hold what was sent. */
const NEXT_STEPS: readonly [string, string][] = [
  [
    'StripeAuthentication',
    'It does not know STRIPE_SECRET_KEY: copy the key again from https://dashboard.stripe.com/apikeys',
  ],
  [
    'StripePermission',
    'The key may not write webhook endpoints: take a secret key, or give this one the permission.',
  ],
  ['StripeInvalidRequest', 'Its log says what it refused: https://dashboard.stripe.com/logs'],
];

/** What Stripe did not do, and the next step. */
export const explainStripe = ({ reason }: Unavailable): string => {
  const [, next] = NEXT_STEPS.find(([type]) => reason.startsWith(type)) ?? [];
  return `Stripe did not do it (${reason}). ${next ?? 'Try again in a minute.'}`;
};
