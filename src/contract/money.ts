// For Stripe, all currencies except these have two decimals: docs.stripe.com/currencies
const ZERO_DECIMALS = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '));

/** Intl's decimals differ from Stripe's for HUF, ISK, UGX and others. */
const decimalsOf = (currency: string): number => {
  const code = currency.toLowerCase();
  if (ZERO_DECIMALS.has(code)) return 0;
  return THREE_DECIMALS.has(code) ? 3 : 2;
};

/**
 * Formats an amount in Stripe's minor units for people to read.
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

/** Formats an amount in Stripe's minor units for programs to read, such as "8.99". */
export const plainMoney = (amount: number, currency = 'usd'): string => {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
};
