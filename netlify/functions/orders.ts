import type { Config } from '@netlify/functions';
import { type OrdersResponse, ordersQuery } from '#contract/orders.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { readQuery } from '../http/body.ts';
import { route } from '../http/route.ts';
import { serializeOrder } from '../orders/orders.ts';
import { limitFlood } from '../http/limits.ts';

export const config: Config = { path: '/api/orders' };

export default route(config, {
  GET: async (request) => {
    const { session_id: sessionId } = readQuery(request, ordersQuery);
    limitFlood(request);
    const order = await lookUpOrder(sessionId);
    const paid = order?.status === 'paid' ? serializeOrder(order) : null;
    return Response.json({ order: paid } satisfies OrdersResponse);
  },
});
