import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Product, ProductType } from '#contract/catalog.ts';
import { promotionCode } from '#contract/promotion-code.ts';
import { logWarning } from '../http/log.ts';
import { getEnv } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { catalog } from '../shop/catalog.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { isRefusal, stripeClient } from './client.ts';

const SHOP = 'money-smart-kids';

/** The type of a product that is, or was, for sale. */
export const productTypeSchema = z.string().check(z.regex(/^[a-z0-9_]{1,64}$/));

/** The metadata of a session. The price is in it because the catalog may change before the buyer pays. */
const markSchema = z.object({
  shop: z.literal(SHOP),
  product_type: productTypeSchema,
  /** Minor units. */
  price_in_cents: z.string().check(z.regex(/^\d{1,12}$/)),
  /** ISO 4217, lower case. */
  currency: z.string(),
});

/** The metadata of a session that this shop opens. */
export const markOf = ({ product_type, price_in_cents }: Product, currency: string) => ({
  shop: SHOP,
  product_type,
  price_in_cents: String(price_in_cents),
  currency,
});

/** The fields of a session that identify it. */
type Marked = Pick<
  Stripe.Checkout.Session,
  'id' | 'metadata' | 'currency' | 'amount_subtotal' | 'amount_total' | 'total_details'
>;

/** Whether a discount and tax explain the difference between the price and what was paid. */
const isExplained = (session: Marked, priceInCents: number): boolean => {
  const { amount_subtotal: subtotal, amount_total: total, total_details: details } = session;
  if (subtotal !== priceInCents) return false;
  const discounted = subtotal - (details?.amount_discount ?? 0);
  // Tax is included in the price or added to it, depending on the account.
  return total === discounted || total === discounted + (details?.amount_tax ?? 0);
};

/**
 * The product of a session; null for a session of another shop or product on the same account. A session that names
 * this shop but whose price does not fit counts as foreign too: another seller may have opened it, for a cent perhaps.
 */
export const readMark = (session: Marked): ProductType | null => {
  const { shop, product_type: type } = session.metadata ?? {};
  if (shop === undefined ? type === undefined : shop !== SHOP) return null;
  const mark = markSchema.safeParse(session.metadata).data;
  const isOurs =
    mark?.currency === session.currency && isExplained(session, Number(mark.price_in_cents));
  if (!isOurs) {
    logWarning({ event: 'session of another make or price', order: orderNumberOf(session.id) });
  }
  return mark && isOurs ? mark.product_type : null;
};

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
  ...(!catalog.checkout?.managed_payments && {
    custom_text: {
      submit: {
        message:
          'The promotion code from your link doesn’t work for this purchase. It may have ended. This is the price without it.',
      },
    },
  }),
});

/**
 * The discount of a session that takes promotion codes, if the catalog allows them, with the given code applied. A
 * code that is unknown or has ended leaves the full price.
 */
const discountFor = async (stripe: Stripe, given: string): Promise<Discount> => {
  if (!catalog.checkout?.promotion_codes) return {};
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
  const { currency, checkout = {} } = catalog;
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
export const createCheckoutSession = async (product: Product, code = ''): Promise<string> => {
  const session = await stripeClient().ask(async (stripe) => {
    const { sessions } = stripe.checkout;
    try {
      const discount = await discountFor(stripe, code);
      return await sessions.create({ ...paramsFor(product), ...discount });
    } catch (error) {
      if (!code || !catalog.checkout?.promotion_codes || !isRefusal(error)) throw error;
      return sessions.create({ ...paramsFor(product), ...refused() });
    }
  });
  if (session.url === null) throw new Unavailable('payments', 'session without an address');
  return session.url;
};
