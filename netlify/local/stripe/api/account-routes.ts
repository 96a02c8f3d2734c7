import { Hono } from 'hono';
import Stripe from 'stripe';
import * as z from 'zod';
import { isLiveKey, isLoopback } from '../../../env.ts';
import { badRequest, noSuch } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { ENDPOINT_EVENTS, WEBHOOK_ENDPOINT } from '../objects/account.ts';
import { commit, type Services } from '../services.ts';
import { type CallEnv, paramsOf } from './call.ts';
import { page, pagingParams } from './list.ts';
import { flag, noExpand, webAddress } from './params.ts';

/** By Stripe, for each of test mode and live mode. */
const MOST_ENDPOINTS = 16;

/** Stripe calls it from outside, and only by https where payments are real. */
const publicAddress = (isLive: boolean) =>
  webAddress
    .refine((url) => !isLoopback(new URL(url)), {
      error: 'Invalid URL: URL must be publicly accessible.',
      params: { code: 'url_invalid' },
    })
    .refine((url) => !isLive || url.startsWith('https:'), {
      error: 'Invalid URL: An HTTPS URL is required in live mode.',
      params: { code: 'url_invalid' },
    });

const enabledEvents = z
  .array(z.string().refine((name) => ENDPOINT_EVENTS.has(name), 'must be a valid event type'))
  .min(1);

const endpointFields = (isLive: boolean) => ({
  url: publicAddress(isLive),
  enabled_events: enabledEvents,
  description: z.string().optional(),
  expand: noExpand,
});

/** The shop's account, and where Stripe is asked to send its events. */
export const accountRoutes = (services: Services) => {
  const { state } = services.store;
  const livemode = isLiveKey(services.secretKey);
  const fields = endpointFields(livemode);
  const createParams = z.strictObject({
    ...fields,
    /** The oldest and the newest that the stand-in has a reason to know. */
    api_version: z.enum(['2020-08-27', Stripe.API_VERSION]).optional(),
  });
  const updateParams = z.strictObject({ ...fields, disabled: flag }).partial();
  const find = (id: string) => {
    const endpoint = state.endpoints.find((one) => one.id === id);
    if (!endpoint) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
    return endpoint;
  };

  return new Hono<CallEnv>()
    .get('/account', async (context) => {
      await paramsOf(context, z.strictObject({ expand: noExpand }));
      return context.json(state.account);
    })
    .get('/webhook_endpoints', async (context) => {
      const params = await paramsOf(context, z.strictObject({ ...pagingParams, expand: noExpand }));
      return context.json(page(state.endpoints.toReversed(), params, context.req.path));
    })
    .post('/webhook_endpoints', async (context) => {
      const params = await paramsOf(context, createParams);
      if (state.endpoints.length >= MOST_ENDPOINTS) {
        throw badRequest(`You have reached the maximum of ${MOST_ENDPOINTS} webhook endpoints.`);
      }
      const endpoint: Stripe.WebhookEndpoint = {
        ...WEBHOOK_ENDPOINT,
        id: newId('we_1'),
        api_version: params.api_version ?? null,
        created: nowInSeconds(),
        description: params.description || null,
        enabled_events: params.enabled_events,
        livemode,
        metadata: {},
        url: params.url,
      };
      state.endpoints.push(endpoint);
      commit(services, []);
      // Told this once. It signs nothing here: the stand-in calls the one shop that it was made for.
      return context.json({ ...endpoint, secret: newId('whsec_', 32) });
    })
    .post('/webhook_endpoints/:id', async (context) => {
      const { disabled, expand: _, ...changes } = await paramsOf(context, updateParams);
      const endpoint = find(context.req.param('id'));
      Object.assign(endpoint, changes);
      if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
      commit(services, []);
      return context.json(endpoint);
    });
};
