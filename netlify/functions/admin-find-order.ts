import type { Config } from '@netlify/functions';
import { type FindOrderResponse, findOrderRequest } from '#contract/admin-orders.ts';
import { findOrder } from '../admin/order-queries.ts';
import { numberOf } from '../orders/order-names.ts';
import { readJson } from '../http/body.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { ownerRoute } from '../admin/auth.ts';

export const config: Config = { path: '/api/admin/find-order' };

export default ownerRoute(config, {
  POST: async (request) => {
    const { query } = await readJson(request, findOrderRequest);
    const found = await findOrder(query);
    return Response.json({
      order: found && serializeDetail(found),
      others: (found?.others ?? []).map(numberOf),
    } satisfies FindOrderResponse);
  },
});
