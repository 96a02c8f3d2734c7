import type { ProductType } from '#contract/catalogue.ts';
import type { Dispute } from '../orders/disputes.ts';

/** Stripe's answer about a checkout session of this shop. */
export type CheckoutSession = {
  readonly id: string;
  readonly productType: ProductType;
  /** What the buyer was charged, in minor units. */
  readonly amountInCents: number;
  /** What a promotion code took off the price, in minor units. */
  readonly discountInCents: number;
  /** The tax in what the buyer was charged, in minor units. */
  readonly taxInCents: number;
  /** What a buyer abroad paid in another currency, as in "840 eur"; null for the shop's own. */
  readonly presented: string | null;
  /** ISO 4217, lower case, as Stripe writes it. */
  readonly currency: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /**
   * 'none': open or expired, nothing was tried that could still succeed.
   * 'pending': the bank is still processing, as with a bank debit.
   */
  readonly payment: 'none' | 'pending' | 'paid' | 'failed';
  /** When the buyer paid, or ordered the bank to: Unix time in seconds. */
  readonly paidAt: number;
  /** Whether it was opened at this shop's address. Another site may use the same Stripe account and mark. */
  readonly isOfThisSite: boolean;
  /** Stripe's payment intent; null where there was nothing to pay, or no try. */
  readonly paymentId: string | null;
  /** As the buyer typed it at Stripe. The shop does not store it. */
  readonly email: string | null;
  /** Stands for the address; see mail/buyer-key.ts. */
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
