import type { ProductType } from '../../src/contract/catalogue.ts';
import { buy, verify } from '../shop/buying.ts';
import type { TestShop } from '../shop/shop.ts';

/** An order that the shop knows of. */
export const buyKnown = async (shop: TestShop, product: ProductType): Promise<string> => {
  const session = await buy(shop, product);
  await verify(shop, session);
  return session;
};

/**
 * The status that a call is answered with, how many requests it takes to each service, and in how many rounds:
 * the longest chain of requests of which each waits for the one before, to the last byte of the answer.
 */
type Cost = readonly [status: number, redis: number, stripe: number, blobs: number, rounds: number];

type Call = () => Promise<Response>;
/** Brings a situation about, and answers the one call that is counted. */
type Arrange = () => Promise<Call>;

/** A call about what the situation has brought. */
export const after =
  <T>(situation: () => Promise<T>, call: (given: T) => Promise<Response>): Arrange =>
  async () => {
    const given = await situation();
    return () => call(given);
  };

/** A call that takes no situation. */
export const just = (call: Call): Arrange => after(async () => {}, call);

/**
 * What each function asks outside, and all that it asks: a change of a figure is a decision. A lookup
 * is counted by the instance alone; a question to Stripe is counted by a request to Redis before it, and what
 * it brought is kept by another after it.
 */
export type Calls = Readonly<
  Record<string, Readonly<Record<string, readonly [cost: Cost, arrange: Arrange]>>>
>;
