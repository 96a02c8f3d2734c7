/**
 * An amount in minor units as a price.
 *
 *     formatMoney(899)          // "$8.99"
 *     formatMoney(1999, 'usd')  // "$19.99"
 *     formatMoney(120000)       // "$1,200.00"
 */
export function formatMoney(amountInCents: number, currency = 'usd'): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amountInCents / 100);
}

/**
 * The same amount for machines, as structured data writes prices.
 *
 *     plainAmount(899)  // "8.99"
 */
export function plainAmount(amountInCents: number): string {
  return (amountInCents / 100).toFixed(2);
}
