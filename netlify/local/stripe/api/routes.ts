import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import { SESSION_ID } from '#contract/order-number.ts';
import { expireSession, newSessionParams, openSession } from '../checkout/session.ts';
import { submitEvidence } from '../disputes.ts';
import { invalidId, noSuch } from '../errors.ts';
import { isWantedCode } from '../promotion-codes.ts';
import { refundPayment } from '../refunds.ts';
import { type Services, commit } from '../services.ts';
import type { Dispute, Refund, Session, State } from '../state.ts';
import { accountRoutes } from './account-routes.ts';
import { type CallEnv, causeOf, checkKey, identifyCall, meetFaults, paramsOf } from './call.ts';
import {
  afterSaleList,
  disputeParams,
  eventList,
  intentParams,
  noParams,
  promotionCodeList,
  refundParams,
  sessionList,
  sessionParams,
} from './call-params.ts';
import { expandObject } from './expand.ts';
import { answerOnce } from './idempotency.ts';
import { page } from './list.ts';

const find = <Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  kind: string,
  param?: string,
): Item => {
  const found = items.find((item) => item.id === id);
  if (found) return found;
  throw noSuch(kind, id, param);
};

const findSession = (state: State, id: string): Session => {
  if (!SESSION_ID.test(id)) throw invalidId('checkout.session', id);
  return find(state.sessions, id, 'checkout.session', 'session');
};

/** An omitted parameter fits every value. */
const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;

const listOfPayment = (items: readonly (Refund | Dispute)[]) => async (context: Context) => {
  const params = await paramsOf(context, afterSaleList);
  const { payment_intent: intent, charge } = params;
  const found = items.filter(
    (item) => fits(intent, item.payment_intent) && fits(charge, item.charge),
  );
  return context.json(page(found, params, context.req.path));
};

const isWanted = (params: z.infer<typeof sessionList>) => (session: Session) =>
  fits(params.status, session.status) &&
  fits(params.payment_intent, session.payment_intent) &&
  fits(params.customer_details?.email, session.customer_details?.email?.toLowerCase());

/** Stripe's API at `/v1`. */
export const apiRoutes = (services: Services) => {
  const { state } = services.store;
  return new Hono<CallEnv>()
    .use(identifyCall, meetFaults(services), checkKey(services), answerOnce(services))
    .route('/', accountRoutes(services))
    .post('/checkout/sessions', async (context) => {
      const params = await paramsOf(context, newSessionParams);
      const session = openSession(state, params, services.origin);
      commit(services, []);
      return context.json(session);
    })
    .get('/checkout/sessions', async (context) => {
      const params = await paramsOf(context, sessionList);
      const listed = page(state.sessions.filter(isWanted(params)), params, context.req.path);
      const data = listed.data.map((session) => expandObject(state, session, params.expand));
      return context.json({ ...listed, data });
    })
    .get('/checkout/sessions/:id', async (context) => {
      const { expand } = await paramsOf(context, sessionParams);
      const session = findSession(state, context.req.param('id'));
      return context.json(expandObject(state, session, expand));
    })
    .post('/checkout/sessions/:id/expire', async (context) => {
      await paramsOf(context, noParams);
      const session = findSession(state, context.req.param('id'));
      commit(services, expireSession(session), causeOf(context));
      return context.json(session);
    })
    .get('/promotion_codes', async (context) => {
      const params = await paramsOf(context, promotionCodeList);
      const wanted = state.promotionCodes.filter(isWantedCode(params)).map(({ object }) => object);
      return context.json(page(wanted, params, context.req.path));
    })
    .get('/payment_intents/:id', async (context) => {
      const { expand } = await paramsOf(context, intentParams);
      const intent = find(state.intents, context.req.param('id'), 'payment_intent', 'intent');
      return context.json(expandObject(state, intent, expand));
    })
    .post('/refunds', async (context) => {
      const params = await paramsOf(context, refundParams);
      const { payment_intent: intent, charge = '' } = params;
      const drafts = refundPayment(state, intent ?? charge, params);
      commit(services, drafts, causeOf(context));
      return context.json(drafts[0].object);
    })
    .get('/refunds', listOfPayment(state.refunds))
    .get('/refunds/:id', async (context) => {
      await paramsOf(context, noParams);
      return context.json(find(state.refunds, context.req.param('id'), 'refund'));
    })
    .get('/disputes', listOfPayment(state.disputes))
    .post('/disputes/:id', async (context) => {
      const { evidence } = await paramsOf(context, disputeParams);
      const dispute = find(state.disputes, context.req.param('id'), 'dispute', 'dispute');
      commit(services, submitEvidence(state, dispute, evidence), causeOf(context));
      return context.json(dispute);
    })
    .get('/events', async (context) => {
      const params = await paramsOf(context, eventList);
      const wanted = state.events
        .map(({ event }) => event)
        .filter(({ type }) => params.types?.includes(type) ?? true);
      return context.json(page(wanted, params, context.req.path));
    });
};
