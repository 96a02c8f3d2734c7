import * as z from 'zod/mini';
import type { OrderStatus, PublicOrder } from '#contract/orders.ts';
import { productTypeSchema } from '#contract/checkout.ts';
import { productName } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { disputeFromLookup, isDisputed } from './disputes.ts';
import type { Facts, Source } from './facts.ts';
import { overrideOf } from './override.ts';

/** Which path asked Stripe, and when, in Unix seconds. */
type Learned = { readonly source: Source; readonly at: number };

const saleSchema = z.pipe(
  z.object({
    product: productTypeSchema,
    amount: z.coerce.number().check(z.int(), z.nonnegative()),
    discount: z.optional(z.coerce.number().check(z.int())),
    tax: z.optional(z.coerce.number().check(z.int())),
    presented: z.optional(z.string()),
    currency: z.string(),
    created: z.coerce.number().check(z.int()),
    intent: z.optional(z.string()),
  }),
  z.transform((sale) => ({
    productType: sale.product,
    amountInCents: sale.amount,
    /** What a promotion code took off the price. */
    discountInCents: sale.discount ?? 0,
    /** The tax in the amount. */
    taxInCents: sale.tax ?? 0,
    /** What a buyer abroad paid: "840 eur"; null for the shop's own currency. */
    presented: sale.presented ?? null,
    /** ISO 4217, lower case. */
    currency: sale.currency,
    /** Unix time in seconds. */
    createdAt: sale.created,
    /** At Stripe; null where nothing was to be paid. */
    paymentId: sale.intent ?? null,
  })),
);

export type Order = Readonly<
  z.infer<typeof saleSchema> & {
    sessionId: string;
    status: OrderStatus;
    refundedInCents: number;
    /** When the shop learned of the payment, in Unix seconds; null for an order that isn't paid. */
    paidAt: number | null;
    /** When the buyer withdrew, in Unix seconds. */
    withdrawnAt: number | null;
  }
>;

type Refund = { readonly id: string; readonly amountInCents: number };

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);

/** A refund that failed or was canceled gave no money back, even if it had "succeeded" before. */
const hasFailed = (refundStatus: string): boolean => FAILED.has(refundStatus);

/** The refunds that reached the buyer. */
const refundsOf = (facts: Facts): Refund[] => {
  const given = new Map<string, number>();
  const returned = new Set<string>();
  for (const [key, value] of Object.entries(facts)) {
    const [kind, id, state] = key.split(':');
    if (kind !== 'refund' || id === undefined) continue;
    given.set(id, Number(value.split(' ')[0]));
    // Facts of older versions end with the refund's status.
    if (state === 'returned' || hasFailed(state ?? '')) returned.add(id);
  }
  return [...given]
    .filter(([id]) => !returned.has(id))
    .map(([id, amountInCents]) => ({ id, amountInCents }));
};

const sumOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amountInCents }) => sum + amountInCents, 0);

/** The amount that was refunded, in minor units. */
const refundedIn = (facts: Facts): number => sumOf(refundsOf(facts));

/** The status that follows from an order's facts. The owner's decision overrides Stripe's, except for the payment. */
const statusOf = (facts: Facts, amountInCents: number): OrderStatus => {
  if (!('payment:paid' in facts)) return 'payment:failed' in facts ? 'failed' : 'pending';
  const { isBlocked, excused } = overrideOf(facts);
  if (isBlocked) return 'blocked';
  const refunds = refundsOf(facts);
  const hasUnexcused = refunds.some(({ id, amountInCents: part }) => part > 0 && !excused.has(id));
  if (hasUnexcused && sumOf(refunds) >= amountInCents) return 'refunded';
  return isDisputed(facts, excused) ? 'disputed' : 'paid';
};

const refundFacts = (refunds: CheckoutSession['refunds'], at: number): [string, string][] =>
  refunds.flatMap(({ id, amountInCents, status, createdAt }) => {
    const given: [string, string] = [`refund:${id}`, `${amountInCents} ${createdAt}`];
    if (!hasFailed(status)) return [given];
    return [given, [`refund:${id}:returned`, `${amountInCents} ${at}`]];
  });

/** The facts in Stripe's answer; null while nothing is bought. */
export const factsOf = (session: CheckoutSession, { source, at }: Learned): Facts | null => {
  if (session.payment === 'none') return null;
  return {
    product: session.productType,
    amount: String(session.amountInCents),
    ...(session.discountInCents > 0 && { discount: String(session.discountInCents) }),
    ...(session.taxInCents > 0 && { tax: String(session.taxInCents) }),
    ...(session.presented !== null && { presented: session.presented }),
    currency: session.currency,
    created: String(session.createdAt),
    ...(session.paymentId !== null && { intent: session.paymentId }),
    ...(session.buyer !== null && { buyer: session.buyer }),
    [`payment:${session.payment}`]: `${source} ${at}`,
    ...Object.fromEntries(refundFacts(session.refunds, at)),
    ...Object.fromEntries(
      session.disputes.flatMap((dispute) => Object.entries(disputeFromLookup(dispute, at))),
    ),
  };
};

/** null for facts without a sale. Throws on a sale that this shop did not record. */
export const orderFrom = (sessionId: string, facts: Facts): Order | null => {
  if (facts['product'] === undefined) return null;
  const sale = saleSchema.parse(facts);
  return {
    sessionId,
    ...sale,
    status: statusOf(facts, sale.amountInCents),
    refundedInCents: refundedIn(facts),
    paidAt: Number(facts['payment:paid']?.split(' ')[1]) || null,
    withdrawnAt: Number(facts['withdrawn']) || null,
  };
};

/** What Stripe can still refund of an order, in minor units. */
export const unrefundedIn = (order: Order): number => {
  const { status, paymentId, amountInCents, refundedInCents } = order;
  const isOpen = status === 'paid' || status === 'blocked';
  return isOpen && paymentId !== null ? Math.max(0, amountInCents - refundedInCents) : 0;
};

export const serializeOrder = (order: Order): PublicOrder => ({
  stripe_session_id: order.sessionId,
  status: order.status,
  amount: order.amountInCents,
  currency: order.currency.toUpperCase(),
  product_type: order.productType,
  guide_name: productName(order.productType),
  created_at: new Date(order.createdAt * 1000).toISOString(),
});
