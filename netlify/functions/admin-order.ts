import type { Config } from '@netlify/functions';
import { type OrderDetail, orderAccessRequest } from '#contract/admin-orders.ts';
import { type StoredOrder, findOrder, setAccess } from '../admin/order-queries.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { catalogue } from '../catalogue.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { adminPorts, ownerRoute, paymentUrl } from '../services.ts';

const NUMBER = /^[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}$/;

/** An address names an order by its number alone: a session id is its buyer's key. */
const orderOf = async (number = ''): Promise<StoredOrder> => {
  const order = NUMBER.test(number) ? await findOrder(adminPorts(), number) : null;
  if (!order) throw new Problem('order_not_found', 'There is no order of this number.');
  return order;
};

const answer = (order: StoredOrder): Response =>
  Response.json(serializeDetail(order, catalogue, paymentUrl) satisfies OrderDetail);

export const config: Config = { path: '/api/admin/orders/:number' };

export default ownerRoute(config, {
  GET: async (_, { number }) => answer(await orderOf(number)),
  /** Blocks the order's downloads, or opens them. */
  POST: async (request, { number }) => {
    const { access } = await readJson(request, orderAccessRequest);
    return answer(await setAccess(adminPorts(), await orderOf(number), access));
  },
});
