// Only commands may import this file. Functions load the SDK with `loadStripe`.
import Stripe from 'stripe';

type SignedEvent = {
  readonly payload: string;
  /** The `stripe-signature` header. */
  readonly signature: string;
};

/**
 * Signs an event of a type that the shop ignores. `createdAt` is in Unix seconds. The webhook
 * rejects an event that was signed too long ago.
 */
export const signTestEvent = async (secret: string, createdAt: number): Promise<SignedEvent> => {
  const payload = JSON.stringify({
    id: 'evt_doctor',
    object: 'event',
    type: 'shop.ping',
    created: createdAt,
    data: { object: {} },
  });
  const options = { payload, secret, timestamp: createdAt };
  return { payload, signature: await Stripe.webhooks.generateTestHeaderStringAsync(options) };
};
