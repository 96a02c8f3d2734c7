import type { Product } from '#contract/catalogue.ts';
import { type StripeClient, nullIfUnknown } from '../clients/stripe.ts';
import { Unavailable } from '../clients/unavailable.ts';
import type { OpenCheckout } from './open-checkouts.ts';
import { markOf, readMark } from './session-mark.ts';

type CheckoutOptions = StripeClient & {
  /** The shop's own origin, from configuration, never from a header. */
  readonly siteUrl: string;
};

/** One short try: where there is no answer, a new session is opened instead. */
const ASKED_BRIEFLY = { timeout: 2000, maxNetworkRetries: 0 };

/** Opens Stripe's payment pages, and finds those that are open. */
export const createStripeCheckout = ({ ask, siteUrl }: CheckoutOptions) => ({
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
});
