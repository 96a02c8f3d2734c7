import type { Config } from '@netlify/functions';
import { type OrderDetail, orderAccessRequest } from '#contract/admin-orders.ts';
import { setAccess } from '../admin/order-queries.ts';
import { readJson } from '../http/body.ts';
import { orderOf } from '../admin/numbered-order.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { catalogue } from '../catalogue.ts';
import { adminPorts, ownerRoute, paymentUrl } from '../services.ts';

export default ownerRoute({
  POST: async (request) => {
    const { access } = await readJson(request, orderAccessRequest);
    const kept = await setAccess(adminPorts(), await orderOf(adminPorts(), request), access);
    return Response.json(serializeDetail(kept, catalogue, paymentUrl) satisfies OrderDetail);
  },
});

export const config: Config = { path: '/api/admin/orders/:number/access' };
