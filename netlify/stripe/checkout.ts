import type Stripe from 'stripe';
import type { Product } from '#contract/catalog.ts';
import { getEnv } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { catalog } from '../shop/catalog.ts';
import { isRejectedRequest, stripeClient } from './client.ts';
import { discountFor, refusedCodeParams } from './discount.ts';
import { metadataFor } from './metadata.ts';

type SessionParams = Stripe.Checkout.SessionCreateParams;
type PriceData = Stripe.Checkout.SessionCreateParams.LineItem.PriceData;
type ProductData = Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData;

/** Downloaded books with permanent rights (docs.stripe.com/tax/tax-codes). */
const TAX_CODE = 'txcd_10302000';

const priceDataFor = (product: Product): PriceData => {
  const { tax, managed_payments: isManaged } = catalog.checkout ?? {};
  const productData: ProductData = { name: product.name };
  if (tax || isManaged) productData.tax_code = TAX_CODE;
  const priceData: PriceData = {
    currency: catalog.currency,
    unit_amount: product.price_in_cents,
    product_data: productData,
  };
  if (tax) priceData.tax_behavior = tax;
  return priceData;
};

const sessionParamsFor = (product: Product): SessionParams => {
  const { currency, checkout = {} } = catalog;
  const metadata = metadataFor(product, currency);
  // From the settings, because a request's Host header can be forged.
  const { PUBLIC_SITE_URL: siteUrl } = getEnv();
  const params: SessionParams = {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: priceDataFor(product) }],
    metadata,
    payment_intent_data: { metadata },
    // Stripe replaces the placeholder, so its braces must not be URL-encoded.
    success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/payment-canceled`,
    // Stripe enables managed payments by default for some accounts.
    managed_payments: { enabled: checkout.managed_payments ?? false },
  };
  if (checkout.tax) params.automatic_tax = { enabled: true };
  if (checkout.invoices) params.invoice_creation = { enabled: true };
  if (checkout.adaptive_pricing !== undefined) {
    params.adaptive_pricing = { enabled: checkout.adaptive_pricing };
  }
  return params;
};

/** Returns the URL of the payment page. Throws `Unavailable`. */
export const createCheckoutSession = async (product: Product, code = ''): Promise<string> => {
  const session = await stripeClient().call(async (stripe) => {
    const { sessions } = stripe.checkout;
    try {
      const discount = await discountFor(stripe, code);
      return await sessions.create({ ...sessionParamsFor(product), ...discount });
    } catch (error) {
      const usesCode = code !== '' && catalog.checkout?.promotion_codes;
      if (!usesCode || !isRejectedRequest(error)) throw error;
      return sessions.create({ ...sessionParamsFor(product), ...refusedCodeParams() });
    }
  });
  if (session.url === null) throw new Unavailable('payments', 'session without a URL');
  return session.url;
};
