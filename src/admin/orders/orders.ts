import {
  findOrder,
  listOrders,
  readOrder,
  readReconciler,
  readSales,
  sendReceipt,
  setAccess,
} from '../../api/admin-orders.ts';
import type {
  OrderAccessRequest,
  OrderDetail,
  OrderPage,
  SalesRange,
  SendReceiptRequest,
  SendReceiptResponse,
} from '../../contract/admin-orders.ts';
import { createStore } from '../store.ts';
import { readRange } from './address.ts';
import { appendPage, refreshPages, replaceOrder } from './order-pages.ts';
import { queries } from '../queries.ts';
import { asOwner } from '../session/session.ts';

const known = () => queries.getQueryData<OrderPage>(orderList.queryKey);

const changeList = (to: (list: OrderPage) => OrderPage): void =>
  void queries.setQueryData<OrderPage>(orderList.queryKey, (list) => list && to(list));

/** The pages that are shown. A first page that is read again is merged into them as they are by then. */
export const orderList = {
  queryKey: ['orders'],
  queryFn: async (): Promise<OrderPage> => {
    const newest = await asOwner(() => listOrders(null));
    const shown = known();
    return shown ? refreshPages(shown, newest) : newest;
  },
};

/** Adds the next page. Answers whether there is another. */
export async function listMore(): Promise<boolean> {
  const cursor = known()?.next ?? null;
  if (cursor === null) return false;
  const more = await asOwner(() => listOrders(cursor));
  // The list may have begun again meanwhile, and then this page does not follow it.
  changeList((list) => (list.next === cursor ? appendPage(list, more) : list));
  return known()?.next !== null;
}

export const salesRange = createStore<SalesRange>(readRange(window.location.search));

/** The sums of the chosen range. Those of another range stay until they have come. */
export const sales = {
  queryKey: ['sales'],
  queryFn: () => asOwner(() => readSales(salesRange.get())),
};

/** They say which files of orders there are. */
export const salesOfAllTime = {
  queryKey: ['sales of all time'],
  queryFn: () => asOwner(() => readSales('all')),
};

/** Chooses the range of the sums, and puts it into the address, so that a reload keeps it. */
export function chooseRange(range: SalesRange): void {
  const address = new URL(window.location.href);
  address.searchParams.set('range', range);
  window.history.replaceState(window.history.state, '', address);
  salesRange.set(range);
  void queries.refetchQueries({ queryKey: sales.queryKey });
}

export const reconciler = {
  queryKey: ['reconciler'],
  queryFn: () => asOwner(readReconciler),
};

const inList = (order: OrderDetail): OrderDetail => {
  changeList((list) => replaceOrder(list, order));
  return order;
};

export const orderOf = (number: string) => ({
  queryKey: ['order', number],
  queryFn: async () => inList(await asOwner(() => readOrder(number))),
});

const replace = (order: OrderDetail): OrderDetail =>
  queries.setQueryData<OrderDetail>(orderOf(order.number).queryKey, inList(order)) ?? order;

/** Blocks or opens the downloads. Answers the order as it is then. Rejects where the shop refuses or does not answer. */
export const changeAccess = async (
  number: string,
  access: OrderAccessRequest['access'],
): Promise<OrderDetail> => replace(await asOwner(() => setAccess(number, access)));

/** Sends a receipt again. Answers the outcome and the order as it is then. Rejects as `changeAccess` does. */
export async function sendAgain(
  number: string,
  asked: SendReceiptRequest,
): Promise<SendReceiptResponse> {
  const answer = await asOwner(() => sendReceipt(number, asked));
  replace(answer.order);
  return answer;
}

/**
 * Rejects where a file of the orders would fail, which a browser's own download does not show: it asks for something
 * else that needs the owner's session and the database.
 */
export async function expectExport(): Promise<void> {
  await asOwner(() => readSales('all'));
}

/** The numbers of the orders that may be meant, the likeliest first. */
export async function numbersFor(query: string): Promise<string[]> {
  const { order, others } = await asOwner(() => findOrder(query));
  return order ? [order.number, ...others] : [];
}
