import type { ProductType } from '#contract/catalogue.ts';
import type { Dispute } from '../orders/disputes.ts';

/** What Stripe says, at the moment of asking, about one checkout session of this shop. */
export type CheckoutSession = {
  readonly id: string;
  readonly productType: ProductType;
  /** What the buyer was charged, in minor units. */
  readonly amountInCents: number;
  /** ISO 4217, lower case, as Stripe writes it. */
  readonly currency: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /**
   * 'none': open or expired, nothing was tried that could still succeed.
   * 'pending': the bank is still processing, as with a bank debit.
   */
  readonly payment: 'none' | 'pending' | 'paid' | 'failed';
  /** When the buyer paid, or told the bank to: Unix time in seconds. */
  readonly paidAt: number;
  /** Whether it was opened at this shop's address. Another site may sell on the same Stripe account by the same mark. */
  readonly isOfThisSite: boolean;
  /** Stripe's payment intent; null where nothing was to be paid, or nothing was tried. */
  readonly paymentId: string | null;
  /** As the buyer typed it at Stripe. It is stored nowhere here. */
  readonly email: string | null;
  /** What stands for that address in the index of buyers. */
  readonly buyer: string | null;
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
};

/** Statuses are Stripe's own words (docs.stripe.com/api/refunds/object). */
type Refund = {
  readonly id: string;
  readonly amountInCents: number;
  readonly status: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
};
