import * as z from 'zod/mini';
import type { Product, ProductType } from '#contract/catalogue.ts';
import { productTypeSchema } from '#contract/checkout.ts';

const SHOP = 'money-smart-kids';

/** The metadata of a session. The price is in it because the catalogue may change before the buyer pays. */
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

/** The fields of a session that identify it. Names are Stripe's, amounts are minor units. */
type Marked = {
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly currency: string | null;
  readonly amount_subtotal: number | null;
  readonly amount_total: number | null;
  readonly total_details: {
    readonly amount_discount: number;
    readonly amount_tax: number;
  } | null;
};

/** Whether a discount and tax explain the difference between the price and what was paid. */
const isExplained = (session: Marked, priceInCents: number): boolean => {
  const { amount_subtotal: subtotal, amount_total: total, total_details: details } = session;
  if (subtotal !== priceInCents) return false;
  const discounted = subtotal - (details?.amount_discount ?? 0);
  // Tax is included in the price or added to it, depending on the account.
  return total === discounted || total === discounted + (details?.amount_tax ?? 0);
};

/**
 * 'foreign': it does not name this shop. 'doubtful': it does, but another seller on the same account may have opened it,
 * for a cent perhaps.
 */
type Reading = { readonly productType: ProductType } | 'foreign' | 'doubtful';

/** The product of a session. A free session counts where a discount explains it. */
export const readMark = (session: Marked): Reading => {
  const { shop, product_type: type } = session.metadata ?? {};
  if (shop === undefined ? type === undefined : shop !== SHOP) return 'foreign';
  const mark = markSchema.safeParse(session.metadata);
  if (!mark.success || mark.data.currency !== session.currency) return 'doubtful';
  const { product_type: productType, price_in_cents: price } = mark.data;
  return isExplained(session, Number(price)) ? { productType } : 'doubtful';
};
