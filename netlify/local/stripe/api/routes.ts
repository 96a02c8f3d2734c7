import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { SESSION_ID } from '#contract/order-number.ts';
import { expireSession, openSession } from '../checkout/session.ts';
import { sessionParams } from '../checkout/session-params.ts';
import { badRequest, invalidId, noSuch } from '../errors.ts';
import { refundPayment } from '../refunds.ts';
import { type Services, commit } from '../services.ts';
import type { Dispute, Refund, Session, State, StripeEvent, StripeObject } from '../state.ts';
import { accountRoutes } from './account-routes.ts';
import {
  type CallEnv,
  causeOf,
  checkKey,
  checkVersion,
  identifyCall,
  meetFaults,
  paramsOf,
} from './call.ts';
import { checkExpand, checkListExpand, expandObject } from './expand.ts';
import { answerOnce } from './idempotency.ts';
import {
  afterSaleList,
  eventList,
  refundParams,
  retrieveParams,
  sessionList,
} from './call-params.ts';
import { type ListParams, isCreatedWithin, page, pagingParams } from './list.ts';

const find = <Item extends { id: string }>(
  items: readonly Item[],
  id = '',
  kind: string,
  param?: string,
): Item => {
  const found = items.find((item) => item.id === id);
  if (found) return found;
  const isMalformed = kind === 'checkout.session' && !SESSION_ID.test(id);
  throw isMalformed ? invalidId(kind, id) : noSuch(kind, id, param);
};

/** A parameter that was left out fits everything. */
const fits = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;

const isOfType = (type: string, wanted = '*') =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

/** The payment intent or charge that is to be refunded. */
const idToRefund = (state: State, params: z.infer<typeof refundParams>) => {
  const { payment_intent: intent, charge } = params;
  if (intent === undefined && charge === undefined) {
    throw badRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  return intent === undefined
    ? find(state.charges, charge, 'charge', 'charge').id
    : find(state.intents, intent, 'payment_intent', 'payment_intent').id;
};

const isOfCharge = (item: Refund | Dispute, params: z.infer<typeof afterSaleList>) =>
  fits(params.payment_intent, item.payment_intent) && fits(params.charge, item.charge);

const isWantedSession = (session: Session, params: z.infer<typeof sessionList>) =>
  fits(params.status, session.status) &&
  fits(params.payment_intent, session.payment_intent) &&
  fits(params.customer_details?.email, session.customer_details?.email?.toLowerCase());

const isWantedEvent = (event: StripeEvent, params: z.infer<typeof eventList>) =>
  isOfType(event.type, params.type) &&
  (params.types?.includes(event.type) ?? true) &&
  fits(params.delivery_success, String(event.pending_webhooks === 0));

/** Stripe's API at `/v1`. */
export const apiRoutes = (services: Services) => {
  const { state } = services.store;
  type Call = Context<CallEnv>;
  type Item = StripeObject | StripeEvent;

  const answer = (context: Call, object: Item, paths: readonly string[]) =>
    context.json(expandObject(state, object, paths));

  const retrieve =
    (items: readonly Item[], kind: string, param?: string) => async (context: Call) => {
      const { expand: paths } = await paramsOf(context, retrieveParams);
      const object = find(items, context.req.param('id'), kind, param);
      return answer(context, object, checkExpand(paths, object.object));
    };

  const list =
    <Listed extends Item, Params extends ListParams>(
      items: readonly Listed[],
      kind: Listed['object'],
      schema: z.ZodType<Params>,
      isWanted: (item: Listed, params: Params) => boolean,
    ) =>
    async (context: Call) => {
      const params = await paramsOf(context, schema);
      const paths = checkListExpand(params.expand, kind);
      const found = items.filter(
        (item) => isCreatedWithin(item.created, params) && isWanted(item, params),
      );
      const { data, ...rest } = page(found.toReversed(), params, context.req.path);
      return context.json({ ...rest, data: data.map((one) => expandObject(state, one, paths)) });
    };

  const { sessions, intents, charges, refunds, disputes, warnings } = state;
  const events = () => state.events.map(({ event }) => event);
  const sessionOf = (context: Call) =>
    find(sessions, context.req.param('id'), 'checkout.session', 'session');

  return new Hono<CallEnv>()
    .use(identifyCall, meetFaults(services), checkKey(services), checkVersion, answerOnce(services))
    .route('/', accountRoutes(services))
    .post('/checkout/sessions', async (context) => {
      const params = await paramsOf(context, sessionParams);
      const paths = checkExpand(params.expand, 'checkout.session');
      const session = openSession(state, params, services.origin);
      commit(services, []);
      return answer(context, session, paths);
    })
    .get('/checkout/sessions', list(sessions, 'checkout.session', sessionList, isWantedSession))
    .get('/checkout/sessions/:id', retrieve(sessions, 'checkout.session', 'session'))
    .get('/checkout/sessions/:id/line_items', async (context) => {
      const params = await paramsOf(context, z.strictObject(pagingParams));
      const { id } = sessionOf(context);
      return context.json(page(state.details[id]?.lineItems ?? [], params, context.req.path));
    })
    .post('/checkout/sessions/:id/expire', async (context) => {
      const { expand: paths } = await paramsOf(context, retrieveParams);
      const session = sessionOf(context);
      checkExpand(paths, 'checkout.session');
      commit(services, expireSession(session), causeOf(context));
      return answer(context, session, paths);
    })
    .get('/payment_intents/:id', retrieve(intents, 'payment_intent', 'intent'))
    .get('/charges/:id', retrieve(charges, 'charge'))
    .post('/refunds', async (context) => {
      const params = await paramsOf(context, refundParams);
      const paths = checkExpand(params.expand, 'refund');
      const drafts = refundPayment(state, idToRefund(state, params), params);
      commit(services, drafts, causeOf(context));
      return answer(context, drafts[0].object, paths);
    })
    .get('/refunds', list(refunds, 'refund', afterSaleList, isOfCharge))
    .get('/refunds/:id', retrieve(refunds, 'refund'))
    .get('/disputes', list(disputes, 'dispute', afterSaleList, isOfCharge))
    .get('/disputes/:id', retrieve(disputes, 'dispute', 'dispute'))
    .get('/radar/early_fraud_warnings/:id', retrieve(warnings, 'early_fraud_warning'))
    .get('/events', (context) => list(events(), 'event', eventList, isWantedEvent)(context))
    .get('/events/:id', (context) => retrieve(events(), 'event')(context));
};
