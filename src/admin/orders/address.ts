import { ORDER_NUMBER } from '../../contract/order-number.ts';
import { createStore } from '../store.ts';

/** The order number in a page's fragment, such as `#order=01F3-4AD8-A31F`, or null. Never a session id. */
export function readOrderNumber(fragment: string): string | null {
  const given = new URLSearchParams(fragment.replace(/^#/, '')).get('order')?.toUpperCase() ?? '';
  return ORDER_NUMBER.test(given) ? given : null;
}

/** The link that opens an order on the owner's page. */
export const orderAddress = (number: string): string => `#order=${number}`;

/** The number of the open order. It is also in the address, for reloads and the Back button. */
export const openedOrder = createStore<string | null>(null);

/** Whether the previous history entry is this list, so that closing an order can go back to it. */
let openedHere = false;

const readAddress = (): void => openedOrder.set(readOrderNumber(window.location.hash));

/** Keeps `openedOrder` in step with the address. Returns the function that ends this. */
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
