import { Hono } from 'hono';
import Stripe from 'stripe';
import * as z from 'zod';
import { isLiveKey, isLoopback } from '../../../env.ts';
import { noSuch } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { commit, type Services } from '../services.ts';
import { type CallEnv, paramsOf } from './call.ts';
import { noParams, plainList } from './call-params.ts';
import { page } from './list.ts';
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
export const accountRoutes = (services: Services) => {
  const { state } = services.store;
  return new Hono<CallEnv>()
    .get('/account', async (context) => {
      await paramsOf(context, noParams);
      return context.json(state.account);
    })
    .get('/tax/settings', async (context) => {
      await paramsOf(context, noParams);
      return context.json(state.taxSettings);
    })
    .get('/webhook_endpoints', async (context) => {
      const params = await paramsOf(context, plainList);
      return context.json(page(state.endpoints, params, context.req.path));
    })
    .post('/webhook_endpoints', async (context) => {
      const endpoint: Stripe.WebhookEndpoint = {
        object: 'webhook_endpoint',
        application: null,
        status: 'enabled',
        ...(await paramsOf(context, createParams)),
        id: newId('we_1'),
        created: nowInSeconds(),
        livemode: isLiveKey(services.secretKey),
        metadata: {},
      };
      state.endpoints.push(endpoint);
      commit(services, []);
      // Only this answer shows the secret. The stand-in signs nothing with it, since it serves a single shop.
      return context.json({ ...endpoint, secret: newId('whsec_', 32) });
    })
    .post('/webhook_endpoints/:id', async (context) => {
      const { disabled, ...changes } = await paramsOf(context, updateParams);
      const id = context.req.param('id');
      const endpoint = state.endpoints.find((one) => one.id === id);
      if (!endpoint) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
      Object.assign(endpoint, changes);
      if (disabled) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled';
      commit(services, []);
      return context.json(endpoint);
    });
};
