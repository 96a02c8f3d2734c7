import type { OrderPage, OrderRow } from '../../contract/admin-orders.ts';

const numbersOf = (orders: readonly OrderRow[]): Set<string> =>
  new Set(orders.map(({ number }) => number));

/** The pages so far and the next one. An order that came with both is listed once, as it is now. */
export function appendPage(known: OrderPage, more: OrderPage): OrderPage {
  const added = numbersOf(more.orders);
  const before = known.orders.filter(({ number }) => !added.has(number));
  return { ...more, orders: [...before, ...more.orders] };
}

/**
 * The list with its first page read anew: what is new stands on top, and what was shown further down
 * stays. Where more came than one page holds, the list begins again, since nothing says what lies between.
 */
export function refreshPages(known: OrderPage, newest: OrderPage): OrderPage {
  const fresh = numbersOf(newest.orders);
  const overlaps = known.orders.some(({ number }) => fresh.has(number));
  if (!overlaps || newest.next === null) return newest;
  const older = known.orders.filter(({ number }) => !fresh.has(number));
  const { total, lost_receipts } = newest;
  return { ...known, total, lost_receipts, orders: [...newest.orders, ...older] };
}

/** The list with one order as it stands now. */
export function replaceOrder(known: OrderPage, order: OrderRow): OrderPage {
  const orders = known.orders.map((row) => (row.number === order.number ? order : row));
  const others = known.lost_receipts.filter((number) => number !== order.number);
  return { ...known, orders, lost_receipts: order.receipt_lost ? known.lost_receipts : others };
}
