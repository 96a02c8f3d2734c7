/** The least that Stripe charges, in minor units, for the currencies that the stand-in knows (docs.stripe.com/currencies). */
export const MINIMUM_AMOUNTS = new Map([
  ['jpy', 50],
  ['usd', 50],
]);

/**
 * Words for an amount in minor units: (899, 'usd') gives "$8.99", (500, 'jpy') gives "¥500".
 */
export const formatAmount = (amount: number, currency: string) => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** decimals(currency));
};

/** How many digits of a minor unit the currency has: 2 for usd, 0 for jpy. */
const decimals = (currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** The minor units of what someone typed: ("4.5", 'usd') gives 450; null when it is no amount. */
export const parseAmount = (typed: string, currency: string) => {
  if (!/^\d{1,9}([.,]\d{1,3})?$/.test(typed.trim())) return null;
  const amount = Number(typed.trim().replace(',', '.')) * 10 ** decimals(currency);
  return Math.abs(amount - Math.round(amount)) < 1e-6 ? Math.round(amount) : null;
};
