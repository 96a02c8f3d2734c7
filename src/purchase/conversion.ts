import type { PublicOrder } from '../contract/orders.ts';

/** What the ad service is told of an order, and all of it. */
export type Conversion = {
  /** In whole units of the currency: 8.99. */
  readonly value: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The order number, never the session id. */
  readonly transaction_id: string;
};

export function conversionOf(
  order: Pick<PublicOrder, 'amount' | 'currency'>,
  orderNumber: string,
): Conversion {
  return { value: order.amount / 100, currency: order.currency, transaction_id: orderNumber };
}

// Without storage, an order is still told once as long as the page is open.
const told = new Set<string>();

/** True for the first to ask about an order on this device, false ever after. */
function isFirst(orderNumber: string): boolean {
  if (told.has(orderNumber)) return false;
  told.add(orderNumber);
  const key = `conversion:${orderNumber}`;
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, 'told');
  } catch {
    // Storage is off or full.
  }
  return true;
}

/** Sends a conversion, once for each order: reloads and later visits send nothing. */
export function reportOnce(conversion: Conversion, send: (conversion: Conversion) => void): void {
  if (isFirst(conversion.transaction_id)) send(conversion);
}
