import type { Config } from '@netlify/functions';
import type { OrderDetail } from '#contract/admin-orders.ts';
import { orderOf } from '../admin/numbered-order.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { catalogue } from '../catalogue.ts';
import { adminPorts, ownerRoute, paymentUrl } from '../services.ts';

export default ownerRoute({
  GET: async (request) => {
    const kept = await orderOf(adminPorts(), request);
    return Response.json(serializeDetail(kept, catalogue, paymentUrl) satisfies OrderDetail);
  },
});

export const config: Config = { path: '/api/admin/orders/:number' };
