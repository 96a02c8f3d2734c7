import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Product, ProductType } from '#contract/catalog.ts';
import { logWarning } from '../http/log.ts';
import { orderNumberOf } from '../shop/order-number.ts';

const SHOP = 'money-smart-kids';

/** Includes products that are no longer in the catalog. */
export const productTypeSchema = z.string().check(z.regex(/^[a-z0-9_]{1,64}$/));

/** Includes the price, because the catalog may change before the buyer pays. */
const metadataSchema = z.object({
  shop: z.literal(SHOP),
  product_type: productTypeSchema,
  /** In minor units of the currency. */
  price_in_cents: z.string().check(z.regex(/^\d{1,12}$/)),
  /** ISO 4217, lower case. */
  currency: z.string(),
});

export const metadataFor = ({ product_type, price_in_cents }: Product, currency: string) => ({
  shop: SHOP,
  product_type,
  price_in_cents: String(price_in_cents),
  currency,
});

type PricedSession = Pick<
  Stripe.Checkout.Session,
  'id' | 'metadata' | 'currency' | 'amount_subtotal' | 'amount_total' | 'total_details'
>;

const matchesPrice = (session: PricedSession, priceInCents: number): boolean => {
  const { amount_subtotal: subtotal, amount_total: total, total_details: details } = session;
  if (subtotal !== priceInCents) return false;
  const discounted = subtotal - (details?.amount_discount ?? 0);
  // Depending on the account, the price includes tax or tax is added to it.
  return total === discounted || total === discounted + (details?.amount_tax ?? 0);
};

/**
 * Returns null for a session that this shop did not open. Another seller on the account may have
 * opened one with this shop's metadata, for one cent.
 */
export const productTypeIfOurs = (session: PricedSession): ProductType | null => {
  const { shop, product_type: productType } = session.metadata ?? {};
  // Without `shop`, the schema rejects the metadata. The warning shows that this may be a mistake.
  const looksLikeOurs = shop === SHOP || (shop === undefined && productType !== undefined);
  if (!looksLikeOurs) return null;

  const metadata = metadataSchema.safeParse(session.metadata).data;
  const isOfThisShop =
    metadata !== undefined &&
    metadata.currency === session.currency &&
    matchesPrice(session, Number(metadata.price_in_cents));
  if (isOfThisShop) return metadata.product_type;

  logWarning({ event: 'session of another make or price', order: orderNumberOf(session.id) });
  return null;
};
