import type Stripe from 'stripe';

/** Stripe omits the status of some refunds while their bank works on them. */
export const refundStatus = ({ status }: Stripe.Refund): string => status ?? 'pending';

/**
 * What the bank took and has not given back, in minor units of the order's currency, without
 * Stripe's fee. An inquiry moves no money. Stripe moves it in the account's currency, which may be
 * another one.
 */
export const disputedAmount = (dispute: Stripe.Dispute, orderCurrency: string | null): number => {
  const transactions = dispute.balance_transactions;
  if (transactions.every(({ currency }) => currency === orderCurrency)) {
    const balance = transactions.reduce((sum, { amount }) => sum + amount, 0);
    return Math.max(0, -balance);
  }
  const isReinstated = transactions.some(({ amount }) => amount > 0);
  return isReinstated ? 0 : dispute.amount;
};
