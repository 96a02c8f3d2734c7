import * as z from 'zod';
import { createApiRouter } from './api-router.ts';
import { findStripeObject } from './errors.ts';
import { listParams, matchesFilter, paginate } from './lists.ts';
import type { Dispute, Refund } from './objects.ts';
import { findPromotionCodes } from './promotion-codes.ts';
import { refundPayment } from './refunds.ts';
import type { Services } from './services.ts';
import { addSessionRoutes } from './session-routes.ts';
import { findPayment } from './state.ts';
import { addWebhookEndpointRoutes } from './webhook-endpoints.ts';

const noParams = z.strictObject({});

const promotionCodeListParams = listParams.extend({
  code: z.string(),
  active: z.literal('true').optional(),
});

const newRefundParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.coerce.number().int().min(1).optional(),
});

const refundOrDisputeListParams = listParams.extend({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
});

const eventListParams = listParams.extend({ types: z.array(z.string()).max(20).optional() });

export const apiRoutes = (services: Services) => {
  const { state, webhooks } = services;
  const router = createApiRouter(services);
  const { app, get, post } = router;

  addSessionRoutes(router, services);
  addWebhookEndpointRoutes(router, services);

  get('/promotion_codes', promotionCodeListParams, (params, { path }) =>
    paginate(findPromotionCodes(state.promotionCodes, params.code), params, path),
  );

  get('/payment_intents/:id', noParams, (_, { id }) => {
    const intents = state.payments.map(({ intent }) => intent).filter((intent) => intent !== null);
    return findStripeObject(intents, id, 'payment_intent');
  });

  post('/refunds', newRefundParams, ({ payment_intent: intent, charge = '', amount }) => {
    const drafts = refundPayment(findPayment(state, intent ?? charge), amount);
    void webhooks.publish(drafts);
    return drafts[0].object;
  });

  for (const kind of ['refunds', 'disputes'] as const) {
    get(`/${kind}`, refundOrDisputeListParams, (params, { path }) => {
      const objects = state.payments
        .flatMap((payment): (Refund | Dispute)[] => payment[kind])
        .filter((object) => matchesFilter(params.payment_intent, object.payment_intent))
        .filter((object) => matchesFilter(params.charge, object.charge))
        .toSorted((a, b) => a.created - b.created);
      return paginate(objects, params, path);
    });
  }

  get('/events', eventListParams, (params, { path }) => {
    const events = state.events
      .map(({ event }) => event)
      .filter(({ type }) => params.types === undefined || params.types.includes(type));
    return paginate(events, params, path);
  });

  get('/account', noParams, () => state.account);
  get('/tax/settings', noParams, () => state.taxSettings);
  return app;
};
