import { badRequest } from './errors.ts';

/** Words for an amount in minor units: (899, 'usd') gives "$8.99", (500, 'jpy') gives "¥500". */
export const formatAmount = (amount: number, currency: string) => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

const LEAST_AMOUNT = 50;

/** Throws Stripe's error for less than a payment can be. */
export const checkTotal = (amount: number, currency: string): void => {
  if (amount >= LEAST_AMOUNT) return;
  throw badRequest(
    `The Checkout Session's total amount due must add up to at least ${formatAmount(LEAST_AMOUNT, currency)} ${currency}`,
    { code: 'amount_too_small' },
  );
};
