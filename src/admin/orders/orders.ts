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
  ReconcilerResponse,
  SalesRange,
  SalesResponse,
  SendReceiptRequest,
  SendReceiptResponse,
} from '../../contract/admin-orders.ts';
import { createStore } from '../store.ts';
import { readRange } from './address.ts';
import { appendPage, refreshPages, replaceOrder } from './order-pages.ts';
import { type Resource, createResource } from '../resource.ts';
import { asOwner } from '../session/session.ts';

/** Everything that the orders page knows: one of each for the page, outside React. */
export const orderList: Resource<OrderPage> = createResource(async () => {
  const newest = await asOwner(() => listOrders(null));
  // As it is when the answer has come: more may be shown by then.
  const shown = orderList.state.get().value;
  return shown ? refreshPages(shown, newest) : newest;
});

export async function listMore(): Promise<void> {
  const cursor = orderList.state.get().value?.next ?? null;
  if (cursor === null) return;
  const more = await asOwner(() => listOrders(cursor));
  // The list may have begun again meanwhile; then this page has lost its place.
  orderList.change((known) => (known.next === cursor ? appendPage(known, more) : known));
}

export const salesRange = createStore<SalesRange>(readRange(window.location.search));
export const sales = createResource<SalesResponse>(() =>
  asOwner(() => readSales(salesRange.get())),
);

/** The range stands in the address, so that a reload keeps it. */
export function chooseRange(range: SalesRange): void {
  const address = new URL(window.location.href);
  address.searchParams.set('range', range);
  window.history.replaceState(window.history.state, '', address);
  salesRange.set(range);
  void sales.read();
}

/** What there are files of. */
export const salesOfAllTime = createResource<SalesResponse>(() => asOwner(() => readSales('all')));

export const reconciler = createResource<ReconcilerResponse>(() => asOwner(readReconciler));

export function readEverything(): void {
  for (const { read } of [orderList, sales, reconciler, salesOfAllTime]) void read();
}

const details = new Map<string, Resource<OrderDetail>>();

const inList = (order: OrderDetail): OrderDetail => {
  orderList.change((known) => replaceOrder(known, order));
  return order;
};

export function orderOf(number: string): Resource<OrderDetail> {
  const known = details.get(number);
  if (known) return known;
  const made = createResource(async () => inList(await asOwner(() => readOrder(number))));
  details.set(number, made);
  return made;
}

const replace = (order: OrderDetail): void => orderOf(inList(order).number).change(() => order);

/** The order as it is then. Rejects where the shop does not take it. */
export async function changeAccess(
  number: string,
  access: OrderAccessRequest['access'],
): Promise<OrderDetail> {
  const order = await asOwner(() => setAccess(number, access));
  replace(order);
  return order;
}

/** What came of it, with the order as it is then. Rejects where the shop does not answer, or does not take it. */
export async function sendAgain(
  number: string,
  wish: SendReceiptRequest,
): Promise<SendReceiptResponse> {
  const answer = await asOwner(() => sendReceipt(number, wish));
  replace(answer.order);
  return answer;
}

/**
 * Rejects where a file of the orders would not come, of which a browser's own downloads say nothing: it
 * asks for what also needs the owner's session and the database.
 */
export async function expectExport(): Promise<void> {
  await asOwner(() => readSales('all'));
}

/** The numbers of the orders that may be meant, the likeliest first. */
export async function numbersFor(query: string): Promise<string[]> {
  const { order, others } = await asOwner(() => findOrder(query));
  return order ? [order.number, ...others] : [];
}
