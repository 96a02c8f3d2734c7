import type { OrderSums } from '#contract/admin-orders.ts';
import type { Sale } from '../stripe/sale.ts';

/** In minor units of the order's currency. */
export type Amounts = Readonly<OrderSums>;

/** A refund can still fail after Stripe has reported it as "succeeded". */
const UNSUCCESSFUL_REFUNDS: ReadonlySet<string> = new Set(['failed', 'canceled']);

export const effectiveRefunds = ({ refunds }: Pick<Sale, 'refunds'>) =>
  refunds.filter(
    ({ status, amountInCents }) => !UNSUCCESSFUL_REFUNDS.has(status) && amountInCents > 0,
  );

export const refundedAmount = (sale: Pick<Sale, 'refunds'>): number =>
  effectiveRefunds(sale).reduce((sum, { amountInCents }) => sum + amountInCents, 0);

const takenInDisputes = ({ disputes }: Pick<Sale, 'disputes'>): number =>
  disputes.reduce((sum, { amountInCents }) => sum + amountInCents, 0);

/**
 * The amount that Stripe can still refund, in minor units. Money that a bank took in a dispute is
 * not refundable.
 */
export const refundableAmount = (sale: Sale): number => {
  if (sale.payment !== 'paid' || sale.paymentId === null) return 0;
  return Math.max(0, sale.amountInCents - refundedAmount(sale) - takenInDisputes(sale));
};

const NOTHING: Amounts = { gross: 0, refunded: 0, disputed: 0, tax: 0, net: 0 };

/**
 * Every amount is 0 for an unpaid order.
 *
 * A refund returns its share of the tax, as in Stripe Tax (docs.stripe.com/tax/invoicing/refunds).
 * The share is rounded once for all refunds, so a full refund leaves no tax. A dispute returns no
 * tax.
 */
export const amountsOf = (sale: Sale): Amounts => {
  if (sale.payment !== 'paid') return NOTHING;
  const gross = sale.amountInCents;
  const refunded = refundedAmount(sale);
  const disputed = takenInDisputes(sale);
  const refundedTax = gross === 0 ? 0 : Math.round((sale.taxInCents * refunded) / gross);
  const tax = sale.taxInCents - refundedTax;
  return { gross, refunded, disputed, tax, net: gross - refunded - disputed - tax };
};

export const sumAmounts = (all: readonly Amounts[]): Amounts => {
  const sum = { ...NOTHING };
  for (const amounts of all) {
    sum.gross += amounts.gross;
    sum.refunded += amounts.refunded;
    sum.disputed += amounts.disputed;
    sum.tax += amounts.tax;
    sum.net += amounts.net;
  }
  return sum;
};
