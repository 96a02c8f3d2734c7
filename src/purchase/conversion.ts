import { plainMoney } from '../contract/money.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { readFromDevice, saveOnDevice } from './device-storage.ts';

/**
 * Returns the address of the page that reports an order to Google, and null from the second call
 * for an order on. Call it only after consent. The page gets nothing else, because Google's script
 * runs on it.
 */
export function conversionPathOnce(
  { amount, currency }: Pick<PublicOrder, 'amount' | 'currency'>,
  orderNumber: string,
): string | null {
  const key = `conversion:${orderNumber}`;
  if (readFromDevice(key) !== null) return null;
  saveOnDevice(key, 'yes');
  const value = plainMoney(amount, currency);
  return `/conversion?${new URLSearchParams({ order: orderNumber, value, currency })}`;
}
