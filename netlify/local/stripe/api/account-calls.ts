import Stripe from 'stripe';
import * as z from 'zod';
import { isLiveKey, isLoopback } from '../../../env.ts';
import { noSuch } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import type { Services } from '../services.ts';
import type { Calls } from './call.ts';
import { noParams, page, plainList } from './call-params.ts';
import { inWords, webAddress } from './params.ts';

/** `*` alone, or the name of an event: Stripe refuses `charge.*`. */
const EVENT_NAME = /^(\*|[a-z_]+(\.[a-z_]+)+)$/;

const endpointFields = {
  url: webAddress.refine(
    (url) => !isLoopback(new URL(url)),
    inWords('Invalid URL: URL must be publicly accessible.', 'url_invalid'),
  ),
  enabled_events: z.array(z.string().regex(EVENT_NAME, 'must be a valid event type')).min(1),
};

const createParams = z.strictObject({
  ...endpointFields,
  description: z.string().nullable().default(null),
  api_version: z.enum(['2020-08-27', Stripe.API_VERSION]).nullable().default(null),
});

const updateParams = z
  .strictObject({ ...endpointFields, disabled: z.enum(['true', 'false']) })
  .partial();

/** The shop's account and its webhook endpoints. */
export const addAccountCalls = ({ get, post }: Calls, { store, secretKey }: Services): void => {
  const { state, save } = store;
  get('/account', noParams, () => state.account);
  get('/tax/settings', noParams, () => state.taxSettings);
  get('/webhook_endpoints', plainList, (params, { path }) => page(state.endpoints, params, path));
  post('/webhook_endpoints', createParams, (params) => {
    const endpoint: Stripe.WebhookEndpoint = {
      object: 'webhook_endpoint',
      application: null,
      status: 'enabled',
      ...params,
      id: newId('we_1'),
      created: nowInSeconds(),
      livemode: isLiveKey(secretKey),
      metadata: {},
    };
    state.endpoints.push(endpoint);
    save();
    // Only this answer shows the secret. The stand-in signs nothing with it, since it serves a single shop.
    return { ...endpoint, secret: newId('whsec_', 32) };
  });
  post('/webhook_endpoints/:id', updateParams, ({ disabled, ...changes }, { id }) => {
    const endpoint = state.endpoints.find((one) => one.id === id);
    if (!endpoint) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
    Object.assign(endpoint, changes);
    if (disabled) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled';
    save();
    return endpoint;
  });
};
