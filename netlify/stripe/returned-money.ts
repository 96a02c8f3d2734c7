import type Stripe from 'stripe';

/** Stripe omits the status of some refunds while the bank is processing them. */
export const refundStatus = ({ status }: Stripe.Refund): string => status ?? 'pending';

/**
 * The amount that the bank took and has not returned, in minor units of the order's currency,
 * without Stripe's fee. It is 0 for an inquiry, which moves no money. Stripe's balance transactions
 * are in the account's currency, which may differ from the order's.
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
