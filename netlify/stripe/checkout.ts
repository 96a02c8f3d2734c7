import type Stripe from 'stripe';
import type { Product } from '#contract/catalogue.ts';
import { promotionCode } from '#contract/promotion-code.ts';
import { getEnv } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { catalogue } from '../shop/catalogue.ts';
import { isRefusal, stripeClient } from './client.ts';
import { markOf } from './mark.ts';

/** The parameters of a session that concern its discount. Stripe accepts one of the first two, never both. */
type Discount = Pick<
  Stripe.Checkout.SessionCreateParams,
  'discounts' | 'allow_promotion_codes' | 'custom_text'
>;

const FIELD: Discount = { allow_promotion_codes: true };

/** The reason doesn't repeat the code, which anybody may have put into a link. */
const refused = (): Discount => ({
  ...FIELD,
  // The page of a managed payment takes no words of the shop.
  ...(!catalogue.checkout?.managed_payments && {
    custom_text: {
      submit: {
        message:
          'The promotion code from your link doesn’t work for this purchase. It may have ended. This is the price without it.',
      },
    },
  }),
});

/**
 * The discount of a session that takes promotion codes, if the catalogue allows them, with the given code applied. A
 * code that is unknown or has ended leaves the full price.
 */
const discountFor = async (stripe: Stripe, given: string): Promise<Discount> => {
  if (!catalogue.checkout?.promotion_codes) return {};
  if (given.trim() === '') return FIELD;
  const code = promotionCode(given);
  if (code === '') return refused();
  const { data } = await stripe.promotionCodes.list({ code, active: true });
  // A code for one customer fits no checkout here, since checkouts have no customer.
  const found = data.find(({ customer }) => customer === null);
  return found ? { discounts: [{ promotion_code: found.id }] } : refused();
};

/** "Digital Books - downloaded - non subscription - with permanent rights" (docs.stripe.com/tax/tax-codes). */
const TAX_CODE = 'txcd_10302000';

const paramsFor = (product: Product): Stripe.Checkout.SessionCreateParams => {
  const { currency, checkout = {} } = catalogue;
  const { tax, invoices, adaptive_pricing: adapts, managed_payments: isManaged = false } = checkout;
  const metadata = markOf(product, currency);
  // From the settings, never from a header.
  const { PUBLIC_SITE_URL: siteUrl } = getEnv();
  return {
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
  };
};

/**
 * Opens a Stripe Checkout session for a product. Returns the address of its payment page. `code` is a promotion code as
 * the buyer's link had it. If it doesn't work, the session says so. Throws `Unavailable`.
 */
export const openSession = async (product: Product, code = ''): Promise<string> => {
  const session = await stripeClient().ask(async (stripe) => {
    const { sessions } = stripe.checkout;
    try {
      const discount = await discountFor(stripe, code);
      return await sessions.create({ ...paramsFor(product), ...discount });
    } catch (error) {
      if (!code || !catalogue.checkout?.promotion_codes || !isRefusal(error)) throw error;
      return sessions.create({ ...paramsFor(product), ...refused() });
    }
  });
  if (session.url === null) throw new Unavailable('payments', 'session without an address');
  return session.url;
};
