/**
 * A typed amount in minor units, or null for anything else.
 *
 *     parseAmount('8.99')   // 899
 *     parseAmount(' $2 ')   // 200
 *     parseAmount('8,99')   // null
 */
export function parseAmount(typed: string): number | null {
  const [, dollars, cents = ''] = /^\s*\$?(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(typed) ?? [];
  if (dollars === undefined) return null;
  const amount = Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return amount > 0 ? amount : null;
}
