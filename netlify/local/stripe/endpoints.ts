import type Stripe from 'stripe';
import * as z from 'zod';
import { isLiveKey } from '../../platform/env.ts';
import { newId, nowInSeconds } from './objects.ts';
import { trueOrFalse, webAddress } from './params.ts';

const fields = { url: webAddress, enabled_events: z.array(z.string()).min(1) };

export const newEndpointParams = z.strictObject({
  ...fields,
  description: z.string().nullable().default(null),
  api_version: z.string().nullable().default(null),
});

export const endpointParams = z
  .strictObject({ ...fields, disabled: trueOrFalse })
  .partial()
  // In an object the state is a word.
  .transform(({ disabled, ...changes }) => ({
    ...changes,
    ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
  }));

export const newEndpoint = (
  params: z.infer<typeof newEndpointParams>,
  secretKey: string,
): Stripe.WebhookEndpoint => ({
  object: 'webhook_endpoint',
  ...params,
  id: newId('we_1'),
  application: null,
  created: nowInSeconds(),
  livemode: isLiveKey(secretKey),
  metadata: {},
  status: 'enabled',
});
