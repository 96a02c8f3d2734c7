import type Stripe from 'stripe';
import * as z from 'zod';
import { SESSION_ID } from '#contract/order-number.ts';
import { isLiveKey } from '../../platform/context.ts';
import { createCalls } from './call.ts';
import { byId, refuseIf } from './errors.ts';
import {
  afterSaleList,
  eventList,
  expand,
  page,
  plainList,
  sessionList,
  sessionParams,
} from './lists.ts';
import { type Dispute, type Refund, type StandInSession, newId, nowInSeconds } from './objects.ts';
import { codesLike } from './totals.ts';
import { refundPayment } from './after-sale.ts';
import type { Services } from './services.ts';
import { expireSession, newSessionParams, createStandInSession } from './session.ts';
import { type Payment, type StripeState, findPayment } from './state.ts';

const noParams = z.strictObject({});

const refundParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.coerce.number().int().min(1).optional(),
});

const promotionCodeList = plainList.extend({
  code: z.string(),
  active: z.literal('true').optional(), // as all of them are
});

const endpointParams = z.strictObject({
  url: z.url(),
  enabled_events: z.array(z.string()),
  description: z.string().nullable().default(null),
  api_version: z.string().nullable().default(null),
});

const endpointChanges = z.strictObject({
  enabled_events: z.array(z.string()).optional(),
  disabled: z.stringbool(),
});

const findBySession = ({ payments }: StripeState, id: string): Payment => {
  // Stripe's answer to a malformed id has no code.
  refuseIf(!SESSION_ID.test(id), `Invalid checkout.session id: ${id}`);
  const found = payments.find(({ session }) => session.id === id);
  return found ?? byId([], id, 'checkout.session');
};

/** An omitted parameter fits every value. */
const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;

const isWanted = (params: z.infer<typeof sessionList>) => (session: StandInSession) =>
  fits(params.status, session.status) &&
  fits(params.payment_intent, session.payment_intent) &&
  fits(params.customer_details?.email, session.customer_details?.email?.toLowerCase());

/** Stripe's API at `/v1`: each route with its parameters. */
export const apiRoutes = (services: Services) => {
  const { state, save, outbox, origin, secretKey } = services;
  const { app, get, post } = createCalls(services);

  post('/checkout/sessions', newSessionParams, (params) => {
    const session = createStandInSession(state, params, origin);
    save();
    return session;
  });
  get('/checkout/sessions', sessionList, (params, { path }) => {
    const sessions = state.payments.map(({ session }) => session).filter(isWanted(params));
    const listed = page(sessions, params, path);
    const data = listed.data.map(({ id }) => expand(findBySession(state, id), params.expand));
    return { ...listed, data };
  });
  get('/checkout/sessions/:id', sessionParams, (params, { id }) =>
    expand(findBySession(state, id), params.expand),
  );
  post('/checkout/sessions/:id/expire', noParams, (_, { id }) => {
    const { session } = findBySession(state, id);
    void outbox.publish(expireSession(session));
    return session;
  });
  get('/promotion_codes', promotionCodeList, (params, { path }) => {
    return page(codesLike(state.promotionCodes, params.code), params, path);
  });
  get('/payment_intents/:id', noParams, (_, { id }) => {
    const intents = state.payments.flatMap(({ intent }) => intent ?? []);
    return byId(intents, id, 'payment_intent');
  });
  post('/refunds', refundParams, ({ payment_intent: intent, charge = '', amount }) => {
    const drafts = refundPayment(findPayment(state, intent ?? charge), amount);
    void outbox.publish(drafts);
    return drafts[0].object;
  });
  for (const kind of ['refunds', 'disputes'] as const) {
    get(`/${kind}`, afterSaleList, (params, { path }) => {
      const found = state.payments
        .flatMap((payment): (Refund | Dispute)[] => payment[kind])
        .filter((one) => fits(params.payment_intent, one.payment_intent))
        .filter((one) => fits(params.charge, one.charge))
        .toSorted((a, b) => a.created - b.created);
      return page(found, params, path);
    });
  }
  get('/events', eventList, (params, { path }) => {
    const found = state.events
      .map(({ event }) => event)
      .filter(({ type: name }) => params.types?.includes(name) ?? true);
    return page(found, params, path);
  });
  get('/account', noParams, () => state.account);
  get('/tax/settings', noParams, () => state.taxSettings);
  get('/webhook_endpoints', plainList, (params, { path }) => page(state.endpoints, params, path));
  post('/webhook_endpoints', endpointParams, (params) => {
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
    // Only this answer shows the secret. The stand-in signs nothing with it, since it serves a single shop.
    return { ...endpoint, secret: newId('whsec_', 32) };
  });
  post('/webhook_endpoints/:id', endpointChanges, ({ disabled, ...changes }, { id }) => {
    const endpoint = byId(state.endpoints, id, 'webhook endpoint');
    Object.assign(endpoint, changes, { status: disabled ? 'disabled' : 'enabled' });
    save();
    return endpoint;
  });
  return app;
};
