import type { Product } from '#contract/catalogue.ts';
import { catalogue } from '../catalogue.ts';
import { stripeClient } from '../clients/stripe.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { getEnv } from '../env.ts';
import { createDiscounted } from './promotion-code.ts';
import { markOf } from './session-mark.ts';

/** "Digital Books - downloaded - non subscription - with permanent rights" (docs.stripe.com/tax/tax-codes). */
export const TAX_CODE = 'txcd_10302000';

/**
 * Opens a Stripe Checkout session for a product and returns the address of its payment page. `code` is a promotion code
 * as the buyer's link had it.
 */
export const openSession = async (product: Product, code: string | undefined): Promise<string> => {
  const { currency } = catalogue;
  const options = catalogue.checkout ?? {};
  const { tax, invoices, adaptive_pricing: adapts, managed_payments: isManaged = false } = options;
  const metadata = markOf(product, currency);
  // From the settings, never from a header.
  const { PUBLIC_SITE_URL: siteUrl } = getEnv();
  const session = await stripeClient().ask((stripe) =>
    createDiscounted(stripe, code, (discount) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency,
              unit_amount: product.price_in_cents,
              product_data: {
                name: product.name,
                ...((tax || isManaged) && { tax_code: TAX_CODE }),
              },
              ...(tax && { tax_behavior: tax }),
            },
          },
        ],
        metadata,
        payment_intent_data: { metadata },
        // Stripe fills in the braces, so they must reach it unescaped.
        success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${siteUrl}/payment-canceled`,
        // Said either way, since Stripe switches it on by default for some accounts.
        managed_payments: { enabled: isManaged },
        ...(tax && { automatic_tax: { enabled: true } }),
        ...(invoices && { invoice_creation: { enabled: true } }),
        ...(adapts !== undefined && { adaptive_pricing: { enabled: adapts } }),
        ...discount,
      }),
    ),
  );
  if (session.url === null) throw new Unavailable('payments', 'session without an address');
  return session.url;
};
