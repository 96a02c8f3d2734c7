import type { ProductType } from '#contract/catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { namesOf } from './order-names.ts';
import type { Facts } from './facts.ts';
import { type SalesDelta, salesDeltasOf, periodsOf } from './sales.ts';

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
};

export const orderWriteOf = async (
  { id, createdAt, productType }: CheckoutSession,
  facts: Facts,
  eventId: string | undefined,
): Promise<OrderWrite> => ({
  facts,
  eventId,
  createdAt,
  names: await namesOf(id),
  productType,
  periods: periodsOf(createdAt),
  salesDeltasOf: (fact) => salesDeltasOf(facts, fact),
});
