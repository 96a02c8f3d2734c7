import * as z from 'zod';
import { SESSION_ID } from '#contract/order-number.ts';
import type { ApiRouter } from './api-router.ts';
import { notFoundError, refuseIf } from './errors.ts';
import { expandListParam, expandParam, expandSession } from './expand.ts';
import { listParams, matchesFilter, paginate } from './lists.ts';
import type { StandInSession } from './objects.ts';
import type { Services } from './services.ts';
import { createStandInSession, expireSession, newSessionParams } from './session.ts';
import type { Payment, StripeState } from './state.ts';

const sessionListParams = listParams.extend({
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.strictObject({ email: z.string().toLowerCase() }).optional(),
  expand: expandListParam,
});

const isListed = (session: StandInSession, params: z.infer<typeof sessionListParams>): boolean =>
  matchesFilter(params.status, session.status) &&
  matchesFilter(params.payment_intent, session.payment_intent) &&
  matchesFilter(params.customer_details?.email, session.customer_details?.email?.toLowerCase());

const findPaymentOfSession = ({ payments }: StripeState, id: string): Payment => {
  // Stripe's error about a malformed id has no code.
  refuseIf(!SESSION_ID.test(id), `Invalid checkout.session id: ${id}`);
  const payment = payments.find(({ session }) => session.id === id);
  if (!payment) throw notFoundError('checkout.session', id);
  return payment;
};

export const addSessionRoutes = (
  { get, post }: ApiRouter,
  { state, save, webhooks, origin }: Services,
): void => {
  post('/checkout/sessions', newSessionParams, (params) => {
    const session = createStandInSession(state, params, origin);
    save();
    return session;
  });

  get('/checkout/sessions', sessionListParams, (params, { path }) => {
    const sessions = state.payments
      .map(({ session }) => session)
      .filter((session) => isListed(session, params));
    const page = paginate(sessions, params, path);
    const data = page.data.map(({ id }) =>
      expandSession(findPaymentOfSession(state, id), state.promotionCodes, params.expand),
    );
    return { ...page, data };
  });

  get('/checkout/sessions/:id', z.strictObject({ expand: expandParam }), (params, { id }) =>
    expandSession(findPaymentOfSession(state, id), state.promotionCodes, params.expand),
  );

  post('/checkout/sessions/:id/expire', z.strictObject({}), (_, { id }) => {
    const { session } = findPaymentOfSession(state, id);
    void webhooks.publish(expireSession(session));
    return session;
  });
};
