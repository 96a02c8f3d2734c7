import * as z from 'zod/mini';
import type { Product, ProductType } from '#contract/catalogue.ts';
import { productTypeSchema } from '#contract/checkout.ts';

const SHOP = 'money-smart-kids';

/** What it was opened for, and at which price: the catalogue may say another one by the time it is paid. */
const markSchema = z.object({
  shop: z.literal(SHOP),
  product_type: productTypeSchema,
  /** Minor units. */
  price_in_cents: z.string().check(z.regex(/^\d{1,12}$/)),
  /** ISO 4217, lower case. */
  currency: z.string(),
});

/** The metadata of a session that this shop opens. Stripe keeps them as they are. */
export const markOf = (
  { product_type, price_in_cents }: Product,
  currency: string,
): z.infer<typeof markSchema> => ({
  shop: SHOP,
  product_type,
  price_in_cents: String(price_in_cents),
  currency,
});

/** Of a session, what it is known by. The names are Stripe's; amounts are minor units. */
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

/** What Stripe itself tells of the difference to the price: a discount, and tax. Nothing here is shipped. */
const isExplained = (session: Marked, priceInCents: number): boolean => {
  const { amount_subtotal: subtotal, amount_total: total, total_details: details } = session;
  if (subtotal !== priceInCents) return false;
  const discounted = subtotal - (details?.amount_discount ?? 0);
  // Tax is within the price or on top of it, by the settings of the account.
  return total === discounted || total === discounted + (details?.amount_tax ?? 0);
};

/**
 * 'foreign' says nothing of this shop. 'doubtful' does, and was not opened by it, or not paid as it was
 * opened: whoever else sells on the same account may use our words, or sell a guide for a cent.
 */
type Reading = { readonly productType: ProductType } | 'foreign' | 'doubtful';

/** What a session sells of this shop. A free one counts, where a discount explains that it is. */
export const readMark = (session: Marked): Reading => {
  const { shop, product_type: type } = session.metadata ?? {};
  if (shop === undefined ? type === undefined : shop !== SHOP) return 'foreign';
  const mark = markSchema.safeParse(session.metadata);
  if (!mark.success || mark.data.currency !== session.currency) return 'doubtful';
  const { product_type: productType, price_in_cents: price } = mark.data;
  return isExplained(session, Number(price)) ? { productType } : 'doubtful';
};
