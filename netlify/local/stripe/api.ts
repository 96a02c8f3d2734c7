import * as z from 'zod';
import { createApiRouter } from './api-router.ts';
import { addDisputeRoutes } from './dispute-routes.ts';
import { listParams, matchesFilter, paginate } from './lists.ts';
import type { Dispute, Refund } from './objects.ts';
import { addPaymentIntentRoutes } from './payment-intents.ts';
import { addPromotionCodeRoutes } from './promotion-code-routes.ts';
import { addRefundRoutes } from './refund-routes.ts';
import type { Services } from './services.ts';
import { addSessionRoutes } from './session-routes.ts';
import { allTransactions } from './state.ts';
import { addWebhookEndpointRoutes } from './webhook-endpoints.ts';

const noParams = z.strictObject({});

const refundOrDisputeListParams = listParams.extend({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
});

const eventListParams = listParams.extend({ types: z.array(z.string()).max(20).optional() });

export const apiRoutes = (services: Services) => {
  const { state } = services;
  const router = createApiRouter(services);
  const { app, get } = router;

  addSessionRoutes(router, services);
  addWebhookEndpointRoutes(router, services);
  addPromotionCodeRoutes(router, services);
  addPaymentIntentRoutes(router, services);
  addRefundRoutes(router, services);
  addDisputeRoutes(router, services);

  for (const kind of ['refunds', 'disputes'] as const) {
    get(`/${kind}`, refundOrDisputeListParams, (params, { path }) => {
      const objects = allTransactions(state)
        .flatMap((transaction): (Refund | Dispute)[] => transaction[kind])
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
