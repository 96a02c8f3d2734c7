import { createStore } from '../../store/store.ts';
import { orderAddress, readOrderNumber } from './address.ts';

/** The number of the order that lies open. It stands in the address, for a reload and the Back button. */
export const openedOrder = createStore<string | null>(null);

/** Whether the page before in the tab's history is this list, so that closing may go back to it. */
let openedHere = false;

const look = (): void => openedOrder.set(readOrderNumber(window.location.hash));

/** Follows the address for as long as the page is shown. Returns the function that ends it. */
export function followAddress(): () => void {
  const onChange = () => {
    openedHere = openedOrder.get() === null;
    look();
  };
  look();
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export function openOrder(number: string): void {
  window.location.hash = orderAddress(number);
}

export function closeOrder(): void {
  if (openedHere) return window.history.back();
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', pathname + search);
  openedOrder.set(null);
}
