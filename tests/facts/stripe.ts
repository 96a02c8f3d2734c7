import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { Fact } from './fact.ts';
import type { StripeVendor } from './vendors.ts';

const READ_ON = '2026-11-28';

/** A guide's session, as the shop opens it. Sessions that nobody pays expire by themselves. */
const openSession = async (
  { stripe, mark, cleanUpLater }: StripeVendor,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Checkout.Session> => {
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 899, product_data: { name: mark } },
        },
      ],
      success_url: 'https://example.com/?session_id={CHECKOUT_SESSION_ID}',
      metadata: { mark },
      ...changes,
    },
    options,
  );
  cleanUpLater(() => stripe.checkout.sessions.expire(session.id));
  return session;
};

export const STRIPE_FACTS: readonly Fact<StripeVendor>[] = [
  {
    promise: 'Replays the response of an idempotency key, so a repeated call creates nothing',
    source: 'https://docs.stripe.com/api/idempotent_requests',
    readOn: READ_ON,
    check: async (vendor) => {
      const idempotencyKey = randomUUID();
      const first = await openSession(vendor, {}, { idempotencyKey });
      const second = await openSession(vendor, {}, { idempotencyKey });
      assert.equal(second.id, first.id);
    },
  },
  {
    promise: 'Refuses an idempotency key that was used with other parameters',
    source: 'https://docs.stripe.com/api/idempotent_requests',
    readOn: READ_ON,
    check: async (vendor) => {
      const idempotencyKey = randomUUID();
      await openSession(vendor, {}, { idempotencyKey });
      const other = openSession(vendor, { cancel_url: 'https://example.com' }, { idempotencyKey });
      await assert.rejects(other, { type: 'StripeIdempotencyError', statusCode: 400 });
    },
  },
  {
    promise: 'Sends an event again for up to three days if the webhook does not respond with 2xx',
    source: 'https://docs.stripe.com/webhooks#automatic-retries',
    readOn: READ_ON,
    whyUnchecked: 'it takes days, and Stripe must reach the endpoint from the internet',
  },
];
