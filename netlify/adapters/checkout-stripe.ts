import type Stripe from 'stripe';
import type { Product } from '#contract/catalogue.ts';
import type { CheckoutSession } from '../domain/checkout.ts';
import type { OpenCheckout } from '../domain/open-checkouts.ts';
import { markOf, readMark } from '../domain/session-mark.ts';
import { Unavailable } from '../domain/unavailable.ts';
import type { SessionReader } from './session-stripe.ts';
import type { StripeClient } from './stripe-client.ts';

type CheckoutOptions = StripeClient &
  SessionReader & {
    /** The shop's own origin, from configuration, never from a header. */
    readonly siteUrl: string;
  };

/** One short try: where there is no answer, a new session is opened instead. */
const ASKED_BRIEFLY = { timeout: 2000, maxNetworkRetries: 0 };

const nullIfUnknown = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return null;
  throw error;
};

const sessionsOf = (stripe: Stripe, paymentIntentId: string) =>
  stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });

export const createCheckout = (options: CheckoutOptions) => {
  const { ask, expand, toSession, siteUrl } = options;

  return {
    /** Opens a session for one product. */
    start: async (product: Product, currency: string): Promise<{ id: string; url: string }> => {
      const metadata = markOf(product, currency);
      const session = await ask((stripe) =>
        stripe.checkout.sessions.create({
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency,
                unit_amount: product.price_in_cents,
                product_data: { name: product.name },
              },
            },
          ],
          metadata,
          payment_intent_data: { metadata },
          // Stripe fills in the braces; they must reach it unescaped.
          success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${siteUrl}/payment-canceled`,
        }),
      );
      if (session.url === null) throw new Unavailable('payments', 'session without an address');
      return { id: session.id, url: session.url };
    },

    findOpen: async (sessionId: string): Promise<OpenCheckout | null> => {
      const session = await ask((stripe) =>
        stripe.checkout.sessions.retrieve(sessionId, {}, ASKED_BRIEFLY).catch(nullIfUnknown),
      );
      if (session?.status !== 'open' || session.url === null) return null;
      const mark = readMark(session);
      if (typeof mark === 'string') return null;
      return {
        id: session.id,
        url: session.url,
        productType: mark.productType,
        amountInCents: session.amount_total,
        currency: session.currency,
        createdAt: session.created,
      };
    },

    find: async (sessionId: string): Promise<CheckoutSession | 'unknown' | 'foreign'> => {
      const wanted = { expand: [...expand] };
      const session = await ask((stripe) =>
        stripe.checkout.sessions.retrieve(sessionId, wanted).catch(nullIfUnknown),
      );
      return session ? toSession(session) : 'unknown';
    },

    /** The session that a payment was made through; null for payments that had none. */
    sessionOfPayment: async (paymentIntentId: string): Promise<string | null> => {
      const sessions = await ask((stripe) => sessionsOf(stripe, paymentIntentId));
      return sessions.data[0]?.id ?? null;
    },

    /** The same for an id that somebody typed: one that Stripe does not know is answered alike. */
    findByPayment: async (paymentIntentId: string): Promise<string | null> => {
      const sessions = await ask((stripe) =>
        sessionsOf(stripe, paymentIntentId).catch(nullIfUnknown),
      );
      return sessions?.data[0]?.id ?? null;
    },
  };
};
