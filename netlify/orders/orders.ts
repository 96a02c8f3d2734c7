import * as z from 'zod/mini';
import type { Catalogue, ProductType } from '#contract/catalogue.ts';
import type { OrderStatus, PublicOrder } from '#contract/orders.ts';
import { productTypeSchema } from '#contract/checkout.ts';
import { findByType } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { seenDispute } from './disputes.ts';
import type { Facts, Source } from './facts.ts';
import { namesOf } from './order-names.ts';
import { type SalesDelta, periodsOf, salesDeltasOf } from './sales.ts';
import { hasFailed, refundedIn, statusOf } from './status.ts';

/** Who learns of it, and when Stripe was asked, in Unix seconds. */
export type Learned = { readonly source: Source; readonly at: number };

const saleSchema = z.pipe(
  z.object({
    product: productTypeSchema,
    amount: z.coerce.number().check(z.int(), z.nonnegative()),
    currency: z.string(),
    created: z.coerce.number().check(z.int()),
    intent: z.optional(z.string()),
  }),
  z.transform((sale) => ({
    productType: sale.product,
    amountInCents: sale.amount,
    /** ISO 4217, lower case. */
    currency: sale.currency,
    /** Unix time in seconds. */
    createdAt: sale.created,
    /** At Stripe; null where nothing was to be paid. */
    paymentId: sale.intent ?? null,
  })),
);

export type Order = Readonly<
  z.infer<typeof saleSchema> & { sessionId: string; status: OrderStatus; refundedInCents: number }
>;

const refundFacts = (refunds: CheckoutSession['refunds'], at: number): [string, string][] =>
  refunds.flatMap(({ id, amountInCents, status, createdAt }) => {
    const given: [string, string] = [`refund:${id}`, `${amountInCents} ${createdAt}`];
    if (!hasFailed(status)) return [given];
    return [given, [`refund:${id}:returned`, `${amountInCents} ${at}`]];
  });

/** The facts in what Stripe says now; null as long as nothing was bought. */
export const factsOf = (session: CheckoutSession, { source, at }: Learned): Facts | null => {
  if (session.payment === 'none') return null;
  return {
    product: session.productType,
    amount: String(session.amountInCents),
    currency: session.currency,
    created: String(session.createdAt),
    ...(session.paymentId !== null && { intent: session.paymentId }),
    ...(session.buyer !== null && { buyer: session.buyer }),
    [`payment:${session.payment}`]: `${source} ${at}`,
    ...Object.fromEntries(refundFacts(session.refunds, at)),
    ...Object.fromEntries(
      session.disputes.flatMap((dispute) => Object.entries(seenDispute(dispute, at))),
    ),
  };
};

/** null for facts without a sale. Throws on a sale that this shop did not write. */
export const orderFrom = (sessionId: string, facts: Facts): Order | null => {
  if (facts['product'] === undefined) return null;
  const sale = saleSchema.parse(facts);
  const status = statusOf(facts, sale.amountInCents);
  return { sessionId, ...sale, status, refundedInCents: refundedIn(facts) };
};

export const serializeOrder = (order: Order, catalogue: Catalogue): PublicOrder => ({
  stripe_session_id: order.sessionId,
  status: order.status,
  amount: order.amountInCents,
  currency: order.currency.toUpperCase(),
  product_type: order.productType,
  guide_name: findByType(catalogue, order.productType)?.name ?? order.productType,
  created_at: new Date(order.createdAt * 1000).toISOString(),
});

/** What one answer of Stripe adds to the orders, in one step. */
export type OrderWrite = {
  readonly facts: Facts;
  /** The event that brought them; it is known as handled from then on. */
  readonly eventId: string | undefined;
  /** Unix time in seconds: the order's place among the others. */
  readonly createdAt: number;
  /** By what the order can be found besides its session. */
  readonly names: readonly string[];
  readonly productType: ProductType;
  /** The periods whose sums change. */
  readonly periods: readonly string[];
  /** What each fact adds to the sums if it is new. */
  readonly salesDeltasOf: (fact: string) => readonly SalesDelta[];
  /** Of an order whose buyer is to get a receipt: when it was paid, and the time now, in Unix seconds. */
  readonly receipt?: { readonly paidAt: number; readonly now: number };
};

export const orderWriteOf = (
  { id, createdAt, productType }: Pick<CheckoutSession, 'id' | 'createdAt' | 'productType'>,
  facts: Facts,
  eventId: string | undefined,
  timeZone: string,
): OrderWrite => ({
  facts,
  eventId,
  createdAt,
  names: namesOf(id),
  productType,
  periods: periodsOf(createdAt, timeZone),
  salesDeltasOf: (fact) => salesDeltasOf(facts, fact),
});
