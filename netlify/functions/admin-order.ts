import type { Config } from '@netlify/functions';
import type { OrderDetail } from '#contract/sales.ts';
import { orderOf } from '../http/numbered-order.ts';
import { toDetail } from '../http/order-wire.ts';
import { catalogue } from '../services/catalogue.ts';
import { deskPorts, paymentUrl } from '../services/desk.ts';
import { ownerRoute } from '../services/door.ts';

export default ownerRoute({
  GET: async (request) => {
    const kept = await orderOf(deskPorts(), request);
    return Response.json(toDetail(kept, catalogue, paymentUrl) satisfies OrderDetail);
  },
});

export const config: Config = { path: '/api/admin/orders/:number' };
