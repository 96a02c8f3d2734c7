import { listOrders, readOrder } from '../../api/admin-orders.ts';
import type { OrderDetail, OrderPage } from '../../contract/admin-orders.ts';
import { appendPage, refreshPages, replaceOrder } from './order-pages.ts';
import { queries } from '../queries.ts';
import { asOwner } from '../session/session.ts';

const listedOrders = () => queries.getQueryData<OrderPage>(orderList.queryKey);

const updateList = (change: (list: OrderPage) => OrderPage): void =>
  void queries.setQueryData<OrderPage>(orderList.queryKey, (list) => list && change(list));

/** The pages shown so far. A refresh reads the first page and merges it into them. */
export const orderList = {
  queryKey: ['orders'],
  queryFn: async (): Promise<OrderPage> => {
    const newest = await listOrders(null);
    const shown = listedOrders();
    return shown ? refreshPages(shown, newest) : newest;
  },
};

/** Adds the next page. Returns whether there is another. */
export async function listMore(): Promise<boolean> {
  const before = listedOrders()?.next ?? null;
  if (before === null) return false;
  const more = await asOwner(() => listOrders(before));
  // If the list has started over in the meantime, this page no longer follows it.
  updateList((list) => (list.next === before ? appendPage(list, more) : list));
  return listedOrders()?.next !== null;
}

/** Shows an order's new state, on its own and in the list. */
export function showOrder(order: OrderDetail): OrderDetail {
  updateList((list) => replaceOrder(list, order));
  queries.setQueryData(orderOf(order.number).queryKey, order);
  return order;
}

export const orderOf = (number: string) => ({
  queryKey: ['order', number],
  queryFn: async () => showOrder(await readOrder(number)),
});

/** Changes an order. Returns its new state. Rejects if the shop refuses or does not answer. */
export const changeOrder = async (change: () => Promise<OrderDetail>): Promise<OrderDetail> =>
  showOrder(await asOwner(change));
