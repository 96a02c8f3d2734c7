import type { Config } from '@netlify/functions';
import { type OrderPage, ordersPageQuery } from '#contract/admin-orders.ts';
import { listOrders, openCursor, sealCursor } from '../admin/order-queries.ts';
import { readQuery } from '../http/body.ts';
import { serializeRow } from '../admin/serialize-order.ts';
import { Problem } from '../http/problem.ts';
import { ownerRoute } from '../admin/auth.ts';

export const config: Config = { path: '/api/admin/orders' };

export default ownerRoute(config, {
  GET: async (request) => {
    const { cursor } = readQuery(request, ordersPageQuery);
    const last = cursor === undefined ? null : await openCursor(cursor);
    const isForged = cursor !== undefined && last === null;
    const page = isForged ? null : await listOrders(last);
    if (!page) throw new Problem('invalid_request', 'cursor: Not part of the list.');
    return Response.json({
      orders: page.orders.map(serializeRow),
      next: page.last === null ? null : await sealCursor(page.last),
      total: page.total,
    } satisfies OrderPage);
  },
});
