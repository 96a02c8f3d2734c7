import { Hono } from 'hono';
import * as z from 'zod';
import { badRequest, noSuch } from '../errors.ts';
import { checkExpand, checkListExpand, type Expand } from '../objects/expand.ts';
import { chargeLinks } from '../objects/links.ts';
import { refundObject } from '../objects/refund.ts';
import { refundPayment } from '../refunds.ts';
import { commit, type Services } from '../services.ts';
import type { Payment, RefundRecord } from '../state.ts';
import { findPayment } from '../store.ts';
import { listParams, listRecords } from './after-sale.ts';
import { causeOf, paramsOf, type CallEnv } from './call.ts';
import { page } from './paging.ts';
import { checkParams, expandParam, integer, metadata } from './params.ts';

const createParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
  expand: expandParam,
});

const retrieveParams = z.strictObject({ expand: expandParam });

const answer = (payment: Payment, refund: RefundRecord, expand: Expand) => ({
  ...refundObject(payment, refund),
  ...chargeLinks(payment, refund.chargeId, expand),
});

export const refundRoutes = (services: Services) => {
  const { state } = services.store;

  const paymentToRefund = (params: z.infer<typeof createParams>) => {
    const id = params.payment_intent ?? params.charge;
    if (id === undefined) {
      throw badRequest(
        'One of the following params should be provided for this request: payment_intent or charge.',
      );
    }
    const kind = params.payment_intent === undefined ? 'charge' : 'payment_intent';
    const payment = findPayment(state, id);
    const known = payment?.intent?.id === id || payment?.attempts.some((one) => one.id === id);
    if (!payment || !known) throw noSuch(kind, id, kind);
    return payment;
  };

  return new Hono<CallEnv>()
    .post('/', async (context) => {
      const params = checkParams(createParams, await paramsOf(context));
      checkExpand(params.expand, 'refund');
      const change = refundPayment(
        paymentToRefund(params),
        { amount: params.amount ?? null, reason: params.reason ?? null, metadata: params.metadata },
        Date.now(),
      );
      commit(services, change, causeOf(context));
      return context.json(answer(change.payment, change.refund, params.expand));
    })
    .get('/', async (context) => {
      const params = checkParams(listParams, await paramsOf(context));
      const expand = checkListExpand(params.expand, 'refund');
      const found = listRecords(state.payments, ({ refunds }) => refunds, params);
      return context.json(
        page(found, params, '/v1/refunds', ({ payment, ...refund }) =>
          answer(payment, refund, expand),
        ),
      );
    })
    .get('/:id', async (context) => {
      const { expand } = checkParams(retrieveParams, await paramsOf(context));
      const id = context.req.param('id');
      const payment = findPayment(state, id);
      const refund = payment?.refunds.find((candidate) => candidate.id === id);
      if (!payment || !refund) throw noSuch('refund', id);
      return context.json(answer(payment, refund, checkExpand(expand, 'refund')));
    });
};
