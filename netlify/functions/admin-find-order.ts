import type { Config } from '@netlify/functions';
import { orderNumber } from '#contract/order-number.ts';
import { type FindOrderResponse, findOrderRequest } from '#contract/sales.ts';
import { findOrder } from '../domain/desk.ts';
import { readJson } from '../http/body.ts';
import { toDetail } from '../http/order-wire.ts';
import { catalogue } from '../services/catalogue.ts';
import { deskPorts, paymentUrl } from '../services/desk.ts';
import { ownerRoute } from '../services/door.ts';

export default ownerRoute({
  POST: async (request) => {
    const { query } = await readJson(request, findOrderRequest);
    const found = await findOrder(deskPorts(), query);
    return Response.json({
      order: found && toDetail(found, catalogue, paymentUrl),
      others: await Promise.all((found?.others ?? []).map(orderNumber)),
    } satisfies FindOrderResponse);
  },
});

export const config: Config = { path: '/api/admin/find-order' };
