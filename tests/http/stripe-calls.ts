import type { ProductType } from '../../src/contract/catalogue.ts';
import { buy, control, verify } from '../shop/buying.ts';
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
 * is counted by the instance alone; a question to Stripe is counted by a request to Redis before it, and its
 * answer is written by another after it.
 */
export type Calls = Readonly<
  Record<string, Readonly<Record<string, readonly [cost: Cost, arrange: Arrange]>>>
>;

const GUIDE = 'individual_guide_6_10';

const send = (shop: TestShop, payload: string, secret = shop.webhookSecret) => {
  const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'stripe-signature': signature };
  return shop.call('/api/stripe-webhook', { method: 'POST', body: payload, headers });
};

/** What Stripe does with the newest event of a type. */
export const deliveryOf = async (shop: TestShop, type: string) => {
  const { data } = await shop.stripe.events.list({ types: [type], limit: 1 });
  const payload = JSON.stringify(data[0]);
  return () => send(shop, payload);
};

export const deliverNewest = async (shop: TestShop, type: string): Promise<Response> =>
  (await deliveryOf(shop, type))();

/** What Stripe and Netlify's clock call, where nothing calls by itself. */
export const stripeCalls = (shop: TestShop): Calls => {
  const afterSale = (type: string) => async () => {
    await buy(shop, GUIDE);
    return deliveryOf(shop, type);
  };
  const sold = afterSale('checkout.session.completed');
  const told = async () => {
    const deliver = await sold();
    await deliver();
    return deliver;
  };
  const refunded = async () => {
    const session = await buyKnown(shop, GUIDE);
    await control(shop, 'refund', { session });
    return deliveryOf(shop, 'refund.created');
  };
  const runSchedule = () => shop.post('/.netlify/functions/jobs', {});
  const allKnown = async () => {
    await sold();
    await runSchedule();
  };
  const unreported = async () => {
    await runSchedule();
    await buy(shop, GUIDE);
  };

  return {
    // First here, since a run has so much time for all that came before.
    jobs: {
      'all is known': [[200, 4, 1, 0, 5], after(allKnown, runSchedule)],
      'a paid order that no webhook reported': [[200, 6, 2, 0, 8], after(unreported, runSchedule)],
    },
    'stripe-webhook': {
      'an event that is known': [[200, 2, 1, 0, 3], told],
      'a session that was paid': [[200, 2, 1, 0, 3], sold],
      // The event names the payment, and an index has its session.
      'a refund': [[200, 3, 1, 0, 4], refunded],
      'an event of nothing kept': [[200, 0, 0, 0, 0], afterSale('payment_intent.succeeded')],
      'an event that is not signed': [[400, 0, 0, 0, 0], just(() => send(shop, '{}', 'another'))],
    },
  };
};
