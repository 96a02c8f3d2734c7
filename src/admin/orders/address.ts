import type { SalesRange } from '../../contract/admin-orders.ts';
import { createStore } from '../store.ts';

/** In the order of the chooser. */
export const RANGES: readonly { range: SalesRange; label: string }[] = [
  { range: 'today', label: 'Today' },
  { range: '7', label: '7 days' },
  { range: '30', label: '30 days' },
  { range: '90', label: '90 days' },
  { range: 'all', label: 'All time' },
];

const DEFAULT_RANGE: SalesRange = '30';

/** The range that a page's query names: `?range=90`. */
export function readRange(query: string): SalesRange {
  const given = new URLSearchParams(query).get('range');
  return RANGES.find(({ range }) => range === given)?.range ?? DEFAULT_RANGE;
}

/** An order number in any case, as in src/contract/order-number.ts. */
const NUMBER = /^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/;

/** The order that a page's fragment names, or null: `#order=01F3-4AD8-A31F`. Never a session id. */
export function readOrderNumber(fragment: string): string | null {
  const given = new URLSearchParams(fragment.replace(/^#/, '')).get('order')?.toUpperCase() ?? '';
  return NUMBER.test(given) ? given : null;
}

/** Where an order opens on the owner's page. */
export const orderAddress = (number: string): string => `#order=${number}`;

/** The number of the order that lies open. It stands in the address, for a reload and the Back button. */
export const openedOrder = createStore<string | null>(null);

/** Whether the page before in the tab's history is this list, so that closing may go back to it. */
let openedHere = false;

const readAddress = (): void => openedOrder.set(readOrderNumber(window.location.hash));

/** Follows the address for as long as the page is shown. Returns the function that ends it. */
export function followAddress(): () => void {
  const onChange = () => {
    openedHere = openedOrder.get() === null;
    readAddress();
  };
  readAddress();
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export function openOrder(number: string): void {
  window.location.hash = orderAddress(number);
}

export function closeOrder(): void {
  if (openedHere) {
    openedHere = false; // A second press before the browser has gone back must not leave the list.
    return window.history.back();
  }
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', pathname + search);
  openedOrder.set(null);
}
