import Stripe from 'stripe';
import * as z from 'zod';
import { isLiveKey, isLoopback } from '../../platform/env.ts';
import { noSuch } from './errors.ts';
import { newId, nowInSeconds } from './objects.ts';
import { trueOrFalse, webAddress, withCode } from './params.ts';

/** `*` alone, or the name of an event: Stripe refuses `charge.*`. */
const EVENT_NAME = /^(\*|[a-z_]+(\.[a-z_]+)+)$/;

const fields = {
  url: webAddress.refine(
    (url) => !isLoopback(new URL(url)),
    withCode('URL must be publicly accessible.', 'url_invalid'),
  ),
  enabled_events: z.array(z.string().regex(EVENT_NAME, 'must be a valid event type')).min(1),
};

export const newEndpointParams = z.strictObject({
  ...fields,
  description: z.string().nullable().default(null),
  api_version: z.enum(['2020-08-27', Stripe.API_VERSION]).nullable().default(null),
});

export const endpointParams = z.strictObject({ ...fields, disabled: trueOrFalse }).partial();

export const newEndpoint = (
  params: z.infer<typeof newEndpointParams>,
  secretKey: string,
): Stripe.WebhookEndpoint => ({
  object: 'webhook_endpoint',
  application: null,
  status: 'enabled',
  ...params,
  id: newId('we_1'),
  created: nowInSeconds(),
  livemode: isLiveKey(secretKey),
  metadata: {},
});

export const changeEndpoint = (
  endpoints: readonly Stripe.WebhookEndpoint[],
  id: string,
  { disabled, ...changes }: z.infer<typeof endpointParams>,
): Stripe.WebhookEndpoint => {
  const endpoint = endpoints.find((one) => one.id === id);
  if (!endpoint) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
  Object.assign(endpoint, changes);
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
  return endpoint;
};
