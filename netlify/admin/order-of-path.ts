import { Problem } from '../http/problem.ts';
import { type FoundOrder, findOrder } from './order-queries.ts';

const NUMBER = /^[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}$/;

/** An address names an order by its number alone: a session id is its buyer's key. Throws 404. */
export const orderOfPath = async (number = ''): Promise<FoundOrder> => {
  const order = NUMBER.test(number) ? await findOrder(number) : null;
  if (!order) throw new Problem('order_not_found', 'There is no order of this number.');
  return order;
};
