import type { ProductType } from '#contract/catalogue.ts';
import type { CheckoutSession } from './checkout.ts';
import { namesOf } from './order-names.ts';
import type { Facts } from './orders.ts';
import { type Move, movesOf, periodsOf } from './sales.ts';

/** What one look at Stripe puts into the orders, in one step. */
export type Entry = {
  readonly facts: Facts;
  /** The event that brought them; it is known as handled from then on. */
  readonly eventId: string | undefined;
  /** Unix time in seconds: the order's place among the others. */
  readonly createdAt: number;
  /** By what the order can be found besides its session. */
  readonly names: readonly string[];
  readonly productType: ProductType;
  /** The periods whose sums are moved. */
  readonly periods: readonly string[];
  /** What each fact moves if it is new. */
  readonly movesOf: (fact: string) => readonly Move[];
};

export const entryOf = async (
  { id, createdAt, productType }: CheckoutSession,
  facts: Facts,
  eventId: string | undefined,
): Promise<Entry> => ({
  facts,
  eventId,
  createdAt,
  names: await namesOf(id),
  productType,
  periods: periodsOf(createdAt),
  movesOf: (fact) => movesOf(facts, fact),
});
