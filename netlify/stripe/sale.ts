import * as z from 'zod/mini';
import { productTypeSchema } from './metadata.ts';

/** In minor units of the order's currency. */
const amount = z.int().check(z.nonnegative());
/** Unix time in seconds. */
const time = z.int();

const refundSchema = z.object({
  id: z.string(),
  amountInCents: amount,
  /** Stripe's own value (docs.stripe.com/api/refunds/object). */
  status: z.string(),
  createdAt: time,
});

const disputeSchema = z.object({
  id: z.string(),
  /** Stripe's own value (docs.stripe.com/api/disputes/object). */
  status: z.string(),
  createdAt: time,
  /** Until when the bank accepts a response; null if it accepts none. */
  dueBy: z.nullable(time),
});

/**
 * A purchase as Stripe reports it, and as Redis stores it. A new field needs a default, because
 * stored sales lack it.
 */
export const saleSchema = z.object({
  productType: productTypeSchema,
  /** The charged amount, after the discount and with tax. */
  amountInCents: amount,
  discountInCents: amount,
  /** The tax that the amount includes. */
  taxInCents: amount,
  /** ISO 4217, lower case. */
  currency: z.string(),
  /** What a buyer abroad paid in their own currency; null if it is the shop's currency. */
  presented: z.nullable(z.object({ amount, currency: z.string() })),
  createdAt: time,
  /** 'pending': the bank is still processing the payment, for example a bank debit. */
  payment: z.enum(['pending', 'failed', 'paid']),
  /** The time of the charge, or of the checkout if there was nothing to pay; null if unpaid. */
  paidAt: z.nullable(time),
  /** The payment intent; null if there was nothing to pay. */
  paymentId: z.nullable(z.string()),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  /** HMAC of the address; null without an address, or if the buyer was forgotten. */
  buyer: z.nullable(z.string()),
});

export type Sale = Readonly<z.infer<typeof saleSchema>>;
