// Only commands import this file. A function would load the SDK with `loadStripe`.
import Stripe from 'stripe';

type SignedEvent = {
  /** The request's body. */
  readonly payload: string;
  /** The value of the `stripe-signature` header. */
  readonly signature: string;
};

/**
 * An event of a type that the shop ignores, signed as Stripe signs events. `createdAt` is in Unix
 * seconds. It must be close to the shop's time, since the webhook rejects an old signature.
 */
export const signTestEvent = async (secret: string, createdAt: number): Promise<SignedEvent> => {
  const payload = JSON.stringify({
    id: 'evt_of_the_doctor',
    object: 'event',
    type: 'shop.ping',
    created: createdAt,
    data: { object: {} },
  });
  const options = { payload, secret, timestamp: createdAt };
  return { payload, signature: await Stripe.webhooks.generateTestHeaderStringAsync(options) };
};
