import { useSyncExternalStore } from 'react';
import { ORDER_NUMBER } from '../../contract/order-number.ts';

// The open order's number is in the URL, for reloads and the Back button.

export const orderAddress = (number: string): string => `#order=${number}`;

/** Returns the number in `#order=01F3-4AD8-A31F`; null for anything else, such as a session id. */
export function readOrderNumber(fragment: string): string | null {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const number = params.get('order')?.toUpperCase() ?? '';
  return ORDER_NUMBER.test(number) ? number : null;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The open order's number; null if none is open. */
export const useOpenOrder = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readOrderNumber(window.location.hash),
    () => null,
  );

export function closeOrder(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', pathname + search);
  window.dispatchEvent(new Event('hashchange'));
}
