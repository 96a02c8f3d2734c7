import * as z from 'zod/mini';
import type { OrderStatus } from '#contract/orders.ts';
import { productTypeSchema } from '#contract/product-type.ts';
import type { CheckoutSession } from './checkout.ts';
import { seenDispute } from './disputes.ts';
import { hasFailed, refundedIn, statusOf } from './standing.ts';

/**
 * An order is stored as the set of facts that Stripe ever told about it, and its state is a pure
 * function of that set. Facts are only added, never changed or removed, and adding one twice is
 * adding it once: so neither the order in which events arrive, nor repeats, nor two of them at the
 * same time can change the outcome. Downloads alone are counted up, and no state depends on them.
 * Times are Unix seconds, amounts minor units.
 *
 *     product, amount, currency, created   what was sold, and when its checkout began
 *     intent                               the payment's id at Stripe
 *     payment:{pending|paid|failed}        who learned it first, and when: "webhook 1763716800"
 *     refund:{id}                          how much and when: "899 1763716800"
 *     refund:{id}:returned                 the same, of what came back since it failed or was canceled
 *     dispute:{id}:{status}:{time}         that an event told it; see disputes.ts
 *     dispute:{id}:{status}:{time}:seen    that Stripe said so when it was asked
 *     warning:{id}                         an early fraud warning: Stripe's word for it, and when
 *     event:{id}                           the ledger: an event handled, "refund.created 1763716800"
 *     download:{product}                   how often and when a file was fetched; see download-facts.ts
 *     hand:{n}:{block|open}                what the owner did, and when; see access.ts
 */
export type Facts = Readonly<Record<string, string>>;

/** The three roads to an order, each of them enough. */
export type Road = 'webhook' | 'return' | 'reconciler';

/** Who learns of it, and when Stripe was asked, in Unix seconds. */
export type Learned = { readonly road: Road; readonly at: number };

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
export const factsOf = (session: CheckoutSession, { road, at }: Learned): Facts | null => {
  if (session.payment === 'none') return null;
  return {
    product: session.productType,
    amount: String(session.amountInCents),
    currency: session.currency,
    created: String(session.createdAt),
    ...(session.paymentId !== null && { intent: session.paymentId }),
    [`payment:${session.payment}`]: `${road} ${at}`,
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
