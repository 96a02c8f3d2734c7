import type Stripe from 'stripe';
import type * as z from 'zod';
import { SESSION_ID } from '#contract/order-number.ts';
import { isLiveKey } from '../../../platform/env.ts';
import { answerOnce } from '../../kit/idempotency.ts';
import { expireSession, newSessionParams, openSession } from '../checkout/session.ts';
import { badRequest, noSuch, stripeError } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { findPayment } from '../payment.ts';
import { isWantedCode } from '../promotion-codes.ts';
import { refundPayment } from '../refunds.ts';
import { type Services, commit } from '../services.ts';
import type { Dispute, Payment, Refund, Session, State } from '../state.ts';
import { checkKey, createCalls, meetFaults } from './call.ts';
import {
  afterSaleList,
  endpointParams,
  eventList,
  intentParams,
  newEndpointParams,
  noParams,
  page,
  plainList,
  promotionCodeList,
  refundParams,
  sessionList,
  sessionParams,
} from './call-params.ts';
import { expandIntent, expandSession } from './expand.ts';

const findBySession = ({ payments }: State, id: string): Payment => {
  // Stripe's answer to a malformed id has no code.
  if (!SESSION_ID.test(id)) throw badRequest(`Invalid checkout.session id: ${id}`);
  const payment = payments.find(({ session }) => session.id === id);
  if (!payment) throw noSuch('checkout.session', id, 'session');
  return payment;
};

/** An omitted parameter fits every value. */
const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;

const isWanted = (params: z.infer<typeof sessionList>) => (session: Session) =>
  fits(params.status, session.status) &&
  fits(params.payment_intent, session.payment_intent) &&
  fits(params.customer_details?.email, session.customer_details?.email?.toLowerCase());

const type = 'idempotency_error';
const keyErrors = {
  mostCharacters: 255,
  tooLong: () => badRequest('Idempotency keys are at most 255 characters long.'),
  conflict: (key: string) => {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    return stripeError(400, message, { type });
  },
  stillRunning: (key: string) => {
    const message = `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`;
    return stripeError(409, message, { type, code: 'idempotency_key_in_use' });
  },
};

/** Stripe's API at `/v1`. */
export const apiRoutes = (services: Services) => {
  const { state, save } = services.store;
  const { app, get, post } = createCalls();
  const once = answerOnce({ state, save, ...keyErrors });
  app.use(meetFaults(services), checkKey(services), once);

  post('/checkout/sessions', newSessionParams, (params) => {
    const session = openSession(state, params, services.origin);
    save();
    return session;
  });
  get('/checkout/sessions', sessionList, (params, { path }) => {
    const sessions = state.payments.map(({ session }) => session).filter(isWanted(params));
    const listed = page(sessions, params, path);
    const data = listed.data.map(({ id }) =>
      expandSession(findBySession(state, id), params.expand),
    );
    return { ...listed, data };
  });
  get('/checkout/sessions/:id', sessionParams, ({ expand }, { id }) =>
    expandSession(findBySession(state, id), expand),
  );
  post('/checkout/sessions/:id/expire', noParams, (_, { id }) => {
    const { session } = findBySession(state, id);
    commit(services, expireSession(session));
    return session;
  });
  get('/promotion_codes', promotionCodeList, (params, { path }) => {
    const found = state.promotionCodes.filter(isWantedCode(params)).map(({ object }) => object);
    return page(found, params, path);
  });
  get('/payment_intents/:id', intentParams, ({ expand }, { id }) => {
    const payment = state.payments.find(({ intent }) => intent?.id === id);
    if (!payment) throw noSuch('payment_intent', id, 'intent');
    return expandIntent(payment, expand);
  });
  post('/refunds', refundParams, (params) => {
    const { payment_intent: intent, charge = '' } = params;
    const drafts = refundPayment(findPayment(state, intent ?? charge), params);
    commit(services, drafts);
    return drafts[0].object;
  });
  for (const kind of ['refunds', 'disputes'] as const) {
    get(`/${kind}`, afterSaleList, (params, { path }) => {
      const found = state.payments
        .flatMap((payment): (Refund | Dispute)[] => payment[kind])
        .filter(
          ({ payment_intent: intent, charge }) =>
            fits(params.payment_intent, intent) && fits(params.charge, charge),
        )
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
  post('/webhook_endpoints', newEndpointParams, (params) => {
    const endpoint: Stripe.WebhookEndpoint = {
      object: 'webhook_endpoint',
      application: null,
      status: 'enabled',
      ...params,
      id: newId('we_1'),
      created: nowInSeconds(),
      livemode: isLiveKey(services.secretKey),
      metadata: {},
    };
    state.endpoints.push(endpoint);
    save();
    // Only this answer shows the secret. The stand-in signs nothing with it, since it serves a single shop.
    return { ...endpoint, secret: newId('whsec_', 32) };
  });
  post('/webhook_endpoints/:id', endpointParams, ({ disabled, ...changes }, { id }) => {
    const endpoint = state.endpoints.find((one) => one.id === id);
    if (!endpoint) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
    Object.assign(endpoint, changes);
    if (disabled) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled';
    save();
    return endpoint;
  });
  return app;
};
