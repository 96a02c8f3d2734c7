import { z } from 'zod';
import { productTypeSchema } from '#contract/catalogue.ts';
import type { OrderStatus } from '#contract/orders.ts';
import type { CheckoutSession } from './checkout.ts';

/**
 * An order is stored as the set of facts that Stripe ever told about it, and its state is a pure
 * function of that set. Facts are only added, never changed or removed, and adding one twice is
 * adding it once: so neither the order in which events arrive, nor repeats, nor two of them at the
 * same time can change the outcome.
 */
export type Facts = Readonly<Record<string, string>>;

const saleSchema = z.strictObject({
  productType: productTypeSchema,
  amountInCents: z.int().nonnegative(),
  /** ISO 4217, lower case. */
  currency: z.string(),
  /** Unix time in seconds. */
  createdAt: z.int(),
});
type Sale = z.infer<typeof saleSchema>;

export type Order = Readonly<Sale & { sessionId: string; status: OrderStatus }>;

/** The facts in what Stripe says now; null as long as nothing was bought. */
export const factsOf = (session: CheckoutSession): Facts | null => {
  if (session.payment === 'none') return null;
  const { productType, amountInCents, currency, createdAt } = session;
  const sale: Sale = { productType, amountInCents, currency, createdAt };
  return {
    sale: JSON.stringify(sale),
    [`payment:${session.payment}`]: '',
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

/** null for no facts. Throws on a sale that this shop did not write. */
export const orderFrom = (sessionId: string, facts: Facts): Order | null => {
  if (facts['sale'] === undefined) return null;
  const sale = saleSchema.parse(JSON.parse(facts['sale']));
  return { sessionId, ...sale, status: statusOf(facts, sale.amountInCents) };
};
