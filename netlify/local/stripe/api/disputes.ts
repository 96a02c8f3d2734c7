import { Hono } from 'hono';
import * as z from 'zod';
import { noSuch } from '../errors.ts';
import { disputeObject, warningObject } from '../objects/dispute.ts';
import { checkExpand, checkListExpand, type Expand } from '../objects/expand.ts';
import { chargeLinks } from '../objects/links.ts';
import type { Services } from '../services.ts';
import type { DisputeRecord, Payment } from '../state.ts';
import { findPayment } from '../store.ts';
import { listParams, listRecords } from './after-sale.ts';
import { paramsOf, type CallEnv } from './call.ts';
import { page } from './paging.ts';
import { checkParams, expandParam } from './params.ts';

const retrieveParams = z.strictObject({ expand: expandParam });

const answer = (payment: Payment, dispute: DisputeRecord, expand: Expand) => ({
  ...disputeObject(payment, dispute),
  ...chargeLinks(payment, dispute.chargeId, expand),
});

export const disputeRoutes = ({ store: { state } }: Services) =>
  new Hono<CallEnv>()
    .get('/', async (context) => {
      const params = checkParams(listParams, await paramsOf(context));
      const expand = checkListExpand(params.expand, 'dispute');
      const found = listRecords(state.payments, ({ disputes }) => disputes, params);
      return context.json(
        page(found, params, '/v1/disputes', ({ payment, ...dispute }) =>
          answer(payment, dispute, expand),
        ),
      );
    })
    .get('/:id', async (context) => {
      const { expand } = checkParams(retrieveParams, await paramsOf(context));
      const id = context.req.param('id');
      const payment = findPayment(state, id);
      const dispute = payment?.disputes.find((candidate) => candidate.id === id);
      if (!payment || !dispute) throw noSuch('dispute', id, 'dispute');
      return context.json(answer(payment, dispute, checkExpand(expand, 'dispute')));
    });

export const warningRoutes = ({ store: { state } }: Services) =>
  new Hono<CallEnv>().get('/:id', async (context) => {
    const { expand } = checkParams(retrieveParams, await paramsOf(context));
    const id = context.req.param('id');
    const payment = findPayment(state, id);
    const warning = payment?.warnings.find((candidate) => candidate.id === id);
    if (!payment || !warning) throw noSuch('early_fraud_warning', id);
    return context.json({
      ...warningObject(payment, warning),
      ...chargeLinks(payment, warning.chargeId, checkExpand(expand, 'warning')),
    });
  });
