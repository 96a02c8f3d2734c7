import type { Config } from '@netlify/functions';
import { type OrderDetail, orderAccessRequest } from '#contract/sales.ts';
import { setAccess } from '../domain/desk.ts';
import { readJson } from '../http/body.ts';
import { orderOf } from '../http/numbered-order.ts';
import { toDetail } from '../http/order-wire.ts';
import { catalogue } from '../services/catalogue.ts';
import { deskPorts, paymentUrl } from '../services/desk.ts';
import { ownerRoute } from '../services/door.ts';

export default ownerRoute({
  POST: async (request) => {
    const { access } = await readJson(request, orderAccessRequest);
    const kept = await setAccess(deskPorts(), await orderOf(deskPorts(), request), access);
    return Response.json(toDetail(kept, catalogue, paymentUrl) satisfies OrderDetail);
  },
});

export const config: Config = { path: '/api/admin/orders/:number/access' };
