import * as z from 'zod/mini';
import { productTypeSchema } from './metadata.ts';

/** In minor units of the order's currency. */
const amount = z.int().check(z.nonnegative());
/** Unix time in seconds. */
const time = z.int();

const refundSchema = z.object({
  id: z.string(),
  amountInCents: amount,
  /** docs.stripe.com/api/refunds/object */
  status: z.string(),
  createdAt: time,
});

const disputeSchema = z.object({
  id: z.string(),
  /** docs.stripe.com/api/disputes/object */
  status: z.string(),
  /** The amount that the bank took and has not returned, without Stripe's fee. */
  amountInCents: z.prefault(amount, 0),
  createdAt: time,
  /** The deadline for a response; null if the bank accepts none. */
  dueBy: z.nullable(time),
});

const PAYMENT_STATES = ['pending', 'failed', 'paid'] as const;

/** A payment only moves forward through `PAYMENT_STATES`. */
export const isEarlierPayment = (payment: Sale['payment'], other: Sale['payment']): boolean =>
  PAYMENT_STATES.indexOf(payment) < PAYMENT_STATES.indexOf(other);

/** Stored in Redis. A new field needs a default, because stored sales lack it. */
export const saleSchema = z.object({
  productType: productTypeSchema,
  /** After the discount and with tax. */
  amountInCents: amount,
  discountInCents: amount,
  /** The code that the buyer used, with Stripe's spelling; null if no code was used. */
  promotionCode: z.prefault(z.nullable(z.string()), null),
  taxInCents: amount,
  /** ISO 4217, lower case. */
  currency: z.string(),
  /** The amount paid in the buyer's own currency; null if that is the shop's. */
  presented: z.nullable(z.object({ amount, currency: z.string() })),
  createdAt: time,
  /** Whether the buyer paid the price that was in the catalog when the checkout began. */
  matchesPrice: z.prefault(z.boolean(), true),
  /** 'pending': the bank is still processing the payment, for example a debit. */
  payment: z.enum(PAYMENT_STATES),
  /**
   * When the charge began; the time of the checkout if there was nothing to pay; null if unpaid. A
   * bank debit settles days later: see `Notes.settledAt`.
   */
  paidAt: z.nullable(time),
  /** The id of the payment intent; null if there was nothing to pay. */
  paymentId: z.nullable(z.string()),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  /** An HMAC of the email address; null without an address, or if the buyer was forgotten. */
  buyer: z.nullable(z.string()),
});

export type Sale = Readonly<z.infer<typeof saleSchema>>;
