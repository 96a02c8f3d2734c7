import { Hono } from 'hono';
import * as z from 'zod';
import { expireSession } from '../checkout.ts';
import { noSuch } from '../errors.ts';
import { checkExpand, checkListExpand } from '../objects/expand.ts';
import { lineItemObject } from '../objects/line-items.ts';
import { sessionObject } from '../objects/session.ts';
import { openSession } from '../open-session.ts';
import { commit, type Services } from '../services.ts';
import { causeOf, paramsOf, type CallEnv } from './call.ts';
import { createdParam, isCreatedWithin, page, pagingParams } from './paging.ts';
import { checkParams, expandParam } from './params.ts';
import { sessionParams } from './session-params.ts';

const PATH = '/v1/checkout/sessions';

const retrieveParams = z.strictObject({ expand: expandParam });

const listParams = z.strictObject({
  ...pagingParams,
  created: createdParam,
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.strictObject({ email: z.string() }).optional(),
  expand: expandParam,
});

const lineItemsParams = z.strictObject({ ...pagingParams, expand: expandParam });

export const sessionRoutes = (services: Services) => {
  const { state } = services.store;
  const sessionOf = (id: string) => {
    const payment = state.payments.find((candidate) => candidate.id === id);
    if (!payment) throw noSuch('checkout.session', id, 'session');
    return payment;
  };

  return new Hono<CallEnv>()
    .post('/', async (context) => {
      const params = checkParams(sessionParams, await paramsOf(context));
      const expand = checkExpand(params.expand, 'session');
      const payment = openSession(params, services.origin, Date.now());
      commit(services, { payment, events: [] }, causeOf(context));
      return context.json(sessionObject(payment, expand));
    })
    .get('/', async (context) => {
      const params = checkParams(listParams, await paramsOf(context));
      const expand = checkListExpand(params.expand, 'session');
      const email = params.customer_details?.email.toLowerCase();
      const found = state.payments.filter(
        (payment) =>
          isCreatedWithin(payment.created, params.created) &&
          (params.status === undefined || payment.status === params.status) &&
          (params.payment_intent === undefined || payment.intent?.id === params.payment_intent) &&
          (email === undefined || payment.buyer?.email.toLowerCase() === email),
      );
      return context.json(
        page(found.toReversed(), params, PATH, (payment) => sessionObject(payment, expand)),
      );
    })
    .get('/:id', async (context) => {
      const { expand } = checkParams(retrieveParams, await paramsOf(context));
      const payment = sessionOf(context.req.param('id'));
      return context.json(sessionObject(payment, checkExpand(expand, 'session')));
    })
    .get('/:id/line_items', async (context) => {
      const params = checkParams(lineItemsParams, await paramsOf(context));
      const payment = sessionOf(context.req.param('id'));
      return context.json(
        page(payment.lines, params, `${PATH}/${payment.id}/line_items`, (line) =>
          lineItemObject(line, payment),
        ),
      );
    })
    .post('/:id/expire', async (context) => {
      const { expand } = checkParams(retrieveParams, await paramsOf(context));
      const change = expireSession(sessionOf(context.req.param('id')));
      checkExpand(expand, 'session');
      commit(services, change, causeOf(context));
      return context.json(sessionObject(change.payment, expand));
    });
};
