import type { OrderPage, OrderRow } from '../../contract/admin-orders.ts';

const numbersOf = (orders: readonly OrderRow[]): Set<string> =>
  new Set(orders.map(({ number }) => number));

/** Adds the next page to the list. An order that is in both is listed once, in its newer state. */
export function appendPage(known: OrderPage, more: OrderPage): OrderPage {
  const added = numbersOf(more.orders);
  const before = known.orders.filter(({ number }) => !added.has(number));
  return { ...more, orders: [...before, ...more.orders] };
}

/**
 * Merges a newly read first page into the list. New orders go on top, and older pages stay. If a whole page
 * of orders is new, the list starts over, because orders between the two may be missing.
 */
export function refreshPages(known: OrderPage, newest: OrderPage): OrderPage {
  const fresh = numbersOf(newest.orders);
  const overlaps = known.orders.some(({ number }) => fresh.has(number));
  if (!overlaps || newest.next === null) return newest;
  const older = known.orders.filter(({ number }) => !fresh.has(number));
  return { ...known, total: newest.total, orders: [...newest.orders, ...older] };
}

/** Replaces one order in the list by its new state. */
export function replaceOrder(known: OrderPage, order: OrderRow): OrderPage {
  const orders = known.orders.map((row) => (row.number === order.number ? order : row));
  return { ...known, orders };
}
