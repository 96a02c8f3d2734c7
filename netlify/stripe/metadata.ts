import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Product } from '#contract/catalog.ts';
import { logWarning } from '../http/log.ts';
import { currentSite } from '../platform/context.ts';
import { orderNumberOf } from '../shop/order-number.ts';

const SHOP = 'money-smart-kids';

/** Also accepts products that are no longer in the catalog. */
export const productTypeSchema = z.string().check(z.regex(/^[a-z0-9_]{1,64}$/));

/** Includes the price, because the catalog may change before the buyer pays. */
const metadataSchema = z.object({
  shop: z.literal(SHOP),
  product_type: productTypeSchema,
  /** In minor units of the currency. */
  price_in_cents: z.string().check(z.regex(/^\d{1,12}$/)),
  /** ISO 4217, lower case. */
  currency: z.string(),
  /** The site that created the session; see `currentSite`. Earlier sessions lack it. */
  site: z.optional(z.string()),
});

export type ShopMetadata = z.infer<typeof metadataSchema>;

export const metadataFor = (
  { product_type, price_in_cents }: Product,
  currency: string,
): Record<string, string> => {
  const metadata: Record<string, string> = {
    shop: SHOP,
    product_type,
    price_in_cents: String(price_in_cents),
    currency,
  };
  const site = currentSite();
  if (site !== null) metadata['site'] = site;
  return metadata;
};

type Session = Pick<Stripe.Checkout.Session, 'id' | 'metadata'>;

/** Returns null for a session that this shop did not create. */
export const shopMetadataOf = ({ id, metadata }: Session): ShopMetadata | null => {
  const { shop, product_type: productType } = metadata ?? {};
  // The schema rejects metadata without `shop`. If there is a product type, `shop` is probably
  // missing by mistake, so the rejection is logged.
  const looksLikeOurs = shop === SHOP || (shop === undefined && productType !== undefined);
  if (!looksLikeOurs) return null;

  const parsed = metadataSchema.safeParse(metadata);
  if (parsed.success) return parsed.data;
  logWarning({ event: 'session with invalid metadata', order: orderNumberOf(id) });
  return null;
};

type PaidAmounts = Pick<
  Stripe.Checkout.Session,
  'currency' | 'amount_subtotal' | 'amount_total' | 'total_details'
>;

/**
 * Whether discount and tax explain the difference between the price and the amount paid. If not,
 * another seller on the account may have created the session with this shop's metadata and a price
 * of one cent.
 */
export const matchesPrice = (
  { currency, amount_subtotal: subtotal, amount_total: total, total_details: details }: PaidAmounts,
  metadata: ShopMetadata,
): boolean => {
  if (currency !== metadata.currency || subtotal !== Number(metadata.price_in_cents)) return false;
  const discounted = subtotal - (details?.amount_discount ?? 0);
  // Depending on the account, the price includes tax or tax is added to it.
  return total === discounted || total === discounted + (details?.amount_tax ?? 0);
};
