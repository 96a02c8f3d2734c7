import type Stripe from 'stripe';
import * as z from 'zod';
import { isLiveKey } from '../../platform/context.ts';
import type { ApiRouter } from './api-router.ts';
import { findStripeObject } from './errors.ts';
import { listParams, paginate } from './lists.ts';
import { newId, nowInSeconds } from './new-object.ts';
import type { Services } from './services.ts';

const newEndpointParams = z.strictObject({
  url: z.url(),
  enabled_events: z.array(z.string()),
  description: z.string().nullable().default(null),
  api_version: z.string().nullable().default(null),
});

const endpointUpdateParams = z.strictObject({
  enabled_events: z.array(z.string()).optional(),
  disabled: z.stringbool(),
});

/** The stand-in ignores these endpoints, because it sends events only to its own shop. */
export const addWebhookEndpointRoutes = (
  { get, post }: ApiRouter,
  { state, save, secretKey }: Services,
): void => {
  get('/webhook_endpoints', listParams, (params, { path }) =>
    paginate(state.endpoints, params, path),
  );

  post('/webhook_endpoints', newEndpointParams, (params) => {
    const endpoint: Stripe.WebhookEndpoint = {
      object: 'webhook_endpoint',
      ...params,
      id: newId('we_1'),
      application: null,
      created: nowInSeconds(),
      livemode: isLiveKey(secretKey),
      metadata: {},
      status: 'enabled',
    };
    state.endpoints.push(endpoint);
    save();
    // Like Stripe, returns the secret only in this response. Nothing is signed with it.
    return { ...endpoint, secret: newId('whsec_', 32) };
  });

  post('/webhook_endpoints/:id', endpointUpdateParams, ({ disabled, ...changes }, { id }) => {
    const endpoint = findStripeObject(state.endpoints, id, 'webhook endpoint');
    Object.assign(endpoint, changes, { status: disabled ? 'disabled' : 'enabled' });
    save();
    return endpoint;
  });
};
