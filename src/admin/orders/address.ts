import { useSyncExternalStore } from 'react';
import { ORDER_NUMBER } from '../../contract/order-number.ts';

/** The link that opens an order. Its number is in the address, for reloads and the Back button. */
export const orderAddress = (number: string): string => `#order=${number}`;

/** The order number in a page's fragment, such as `#order=01F3-4AD8-A31F`, or null. Never a session id. */
export function readOrderNumber(fragment: string): string | null {
  const given = new URLSearchParams(fragment.replace(/^#/, '')).get('order')?.toUpperCase() ?? '';
  return ORDER_NUMBER.test(given) ? given : null;
}

const CHANGED = 'hashchange';

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}

/** The number of the open order. */
export const useOpenOrder = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readOrderNumber(window.location.hash),
    () => null,
  );

export function closeOrder(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', pathname + search);
  window.dispatchEvent(new Event(CHANGED));
}
