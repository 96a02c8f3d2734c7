import type { Config } from '@netlify/functions';
import { type OrderDetail, orderAccessRequest } from '#contract/admin-orders.ts';
import { type FoundOrder, orderOfPath, setAccess } from '../admin/order-queries.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { readJson } from '../http/body.ts';
import { ownerRoute } from '../admin/auth.ts';

const answer = (order: FoundOrder): Response =>
  Response.json(serializeDetail(order) satisfies OrderDetail);

export const config: Config = { path: '/api/admin/orders/:number' };

export default ownerRoute(config, {
  GET: async (_, { number }) => answer(await orderOfPath(number)),
  /** Blocks the order's downloads, or opens them. */
  POST: async (request, { number }) => {
    const { access } = await readJson(request, orderAccessRequest);
    return answer(await setAccess(await orderOfPath(number), access));
  },
});
