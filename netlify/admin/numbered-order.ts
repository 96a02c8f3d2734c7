import { type AdminPorts, type StoredOrder, findOrder } from './order-queries.ts';
import { Problem } from '../http/problem.ts';

const NUMBER = /^[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}$/;

/** The order that an address names by its number, and by nothing else. Throws 404 for none. */
export const orderOf = async (ports: AdminPorts, request: Request): Promise<StoredOrder> => {
  const number = new URL(request.url).pathname.split('/')[4] ?? '';
  const kept = NUMBER.test(number) ? await findOrder(ports, number) : null;
  if (!kept) throw new Problem('order_not_found', 'There is no order of this number.');
  return kept;
};
