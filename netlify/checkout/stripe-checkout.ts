import type { Product } from '#contract/catalogue.ts';
import type { StripeClient } from '../clients/stripe.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { markOf } from './session-mark.ts';

type CheckoutOptions = StripeClient & {
  /** The shop's own origin, from configuration, never from a header. */
  readonly siteUrl: string;
};

/** Opens Stripe's payment pages. */
export const createStripeCheckout = ({ ask, siteUrl }: CheckoutOptions) => ({
  /** Opens a session for one product, and answers the address of its page. */
  start: async (product: Product, currency: string): Promise<string> => {
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
    return session.url;
  },
});
