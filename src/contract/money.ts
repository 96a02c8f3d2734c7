/** Currencies without and with three decimals at Stripe (docs.stripe.com/currencies). All others have two. */
const ZERO = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THREE = new Set('bhd jod kwd omr tnd'.split(' '));

/** How many decimals Stripe's minor unit has. Intl has others for HUF, ISK, UGX and more. */
const decimalsOf = (currency: string): number => {
  const code = currency.toLowerCase();
  if (ZERO.has(code)) return 0;
  return THREE.has(code) ? 3 : 2;
};

/**
 * An amount in Stripe's minor units as people read it.
 *
 *     money(899, 'usd')     // "$8.99"
 *     money(124000, 'isk')  // "ISK 1,240"
 *     money(1350, 'jpy')    // "¥1,350"
 */
export const money = (amount: number, currency = 'usd'): string => {
  const decimals = decimalsOf(currency);
  const value = amount / 10 ** decimals;
  const digits = Number.isInteger(value) ? {} : { maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(value);
};

/** The same amount for machines: "8.99". */
export const plainMoney = (amount: number, currency = 'usd'): string => {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
};
