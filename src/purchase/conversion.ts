import { plainMoney } from '../contract/money.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { readFromDevice, saveOnDevice } from './device-storage.ts';

/**
 * Returns the address of the page that reports an order to Google. Returns null if this device has
 * already reported the order. Call it only after consent. Google's script can read the address, so
 * it contains only the order's number, value and currency.
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
