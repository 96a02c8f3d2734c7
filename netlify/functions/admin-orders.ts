import type { Config } from '@netlify/functions';
import { type OrderPage, ordersPageQuery } from '#contract/admin-orders.ts';
import { listOrders } from '../admin/order-queries.ts';
import { readQuery } from '../http/body.ts';
import { serializeRow } from '../admin/serialize-order.ts';
import { Problem } from '../http/problem.ts';
import { ownerRoute } from '../admin/auth.ts';

export const config: Config = { path: '/api/admin/orders' };

export default ownerRoute(config, {
  GET: async (request) => {
    const { before } = readQuery(request, ordersPageQuery);
    const page = await listOrders(before);
    if (!page) throw new Problem('invalid_request', 'before: No order has this number.');
    return Response.json({
      orders: page.orders.map(serializeRow),
      next: page.next,
      total: page.total,
    } satisfies OrderPage);
  },
});
