import { z } from 'zod';
import { productTypeSchema } from '#contract/catalogue.ts';
import type { OrderStatus } from '#contract/orders.ts';
import type { CheckoutSession } from './checkout.ts';

/**
 * An order is stored as the set of facts that Stripe ever told about it, and its state is a pure
 * function of that set. Facts are only added, never changed or removed, and adding one twice is
 * adding it once: so neither the order in which events arrive, nor repeats, nor two of them at the
 * same time can change the outcome.
 *
 *     product, amount, currency, created   what was sold; amount in minor units, created in Unix seconds
 *     payment:{pending|paid|failed}        who learned it first, and when: "webhook 1763716800"
 *     refund:{id}:{status}                 its amount in minor units
 *     dispute:{id}:{status}
 *     warning:{id}                         an early fraud warning, with Stripe's word for the fraud
 *     event:{id}                           the ledger: an event handled, "refund.created 1763716800"
 *     download:{product}:{time}            a file was fetched; see tickets.ts
 */
export type Facts = Readonly<Record<string, string>>;

/** The three roads to an order, each of them enough. */
export type Road = 'webhook' | 'return' | 'reconciler';

/** Who learns of it, and when, in Unix seconds. */
export type Learned = { readonly road: Road; readonly at: number };

const saleSchema = z
  .object({
    product: productTypeSchema,
    amount: z.coerce.number().int().nonnegative(),
    currency: z.string(),
    created: z.coerce.number().int(),
  })
  .transform((sale) => ({
    productType: sale.product,
    amountInCents: sale.amount,
    /** ISO 4217, lower case. */
    currency: sale.currency,
    /** Unix time in seconds. */
    createdAt: sale.created,
  }));

export type Order = Readonly<
  z.infer<typeof saleSchema> & { sessionId: string; status: OrderStatus }
>;

/** The facts in what Stripe says now; null as long as nothing was bought. */
export const factsOf = (session: CheckoutSession, { road, at }: Learned): Facts | null => {
  if (session.payment === 'none') return null;
  return {
    product: session.productType,
    amount: String(session.amountInCents),
    currency: session.currency,
    created: String(session.createdAt),
    [`payment:${session.payment}`]: `${road} ${at}`,
    ...Object.fromEntries(
      session.refunds.map((refund) => [
        `refund:${refund.id}:${refund.status}`,
        String(refund.amountInCents),
      ]),
    ),
    ...Object.fromEntries(
      session.disputes.map(({ id, status }) => [`dispute:${id}:${status}`, '']),
    ),
  };
};

/** A refund that failed or was canceled gave no money back, even if it had "succeeded" before. */
const refundedInCents = (facts: Facts): number => {
  const given = new Map<string, number>();
  const returned = new Set<string>();
  for (const [key, value] of Object.entries(facts)) {
    const [kind, id, status] = key.split(':');
    if (kind !== 'refund' || id === undefined) continue;
    given.set(id, Number(value));
    if (status === 'failed' || status === 'canceled') returned.add(id);
  }
  return [...given].reduce((sum, [id, amount]) => (returned.has(id) ? sum : sum + amount), 0);
};

/**
 * How far a dispute has come, by Stripe's statuses; the furthest that was ever seen counts, so that
 * it does not matter in which order they were seen. An inquiry (warning_*) may become a dispute after
 * it was closed, and a decision may be appealed. A status that is not here counts as lost: a new word
 * of Stripe's must not give files away.
 */
const DISPUTE_STAGES = [
  ['warning_needs_response', 'warning_under_review'],
  ['warning_closed'],
  ['needs_response', 'under_review'],
  ['won'],
  ['appeal_needs_response', 'appeal_under_review'],
  ['lost'],
];
const stageOf = (status: string): number => {
  const stage = DISPUTE_STAGES.findIndex((statuses) => statuses.includes(status));
  return stage === -1 ? DISPUTE_STAGES.length - 1 : stage;
};
const SETTLED = new Set([stageOf('warning_closed'), stageOf('won')]);

/** A dispute takes access away from its opening until the shop has won or the bank has dropped it. */
const isDisputed = (facts: Facts): boolean => {
  const stages = new Map<string, number>();
  for (const key of Object.keys(facts)) {
    const [kind, id, status] = key.split(':');
    if (kind !== 'dispute' || id === undefined || status === undefined) continue;
    stages.set(id, Math.max(stages.get(id) ?? 0, stageOf(status)));
  }
  return [...stages.values()].some((stage) => !SETTLED.has(stage));
};

const statusOf = (facts: Facts, amountInCents: number): OrderStatus => {
  if (!('payment:paid' in facts)) return 'payment:failed' in facts ? 'failed' : 'pending';
  const refunded = refundedInCents(facts);
  if (refunded > 0 && refunded >= amountInCents) return 'refunded';
  return isDisputed(facts) ? 'disputed' : 'paid';
};

/** null for facts without a sale. Throws on a sale that this shop did not write. */
export const orderFrom = (sessionId: string, facts: Facts): Order | null => {
  if (facts['product'] === undefined) return null;
  const sale = saleSchema.parse(facts);
  return { sessionId, ...sale, status: statusOf(facts, sale.amountInCents) };
};
