import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Product, ProductType } from '#contract/catalogue.ts';
import { logWarning } from '../http/log.ts';
import { numberOf } from '../shop/words.ts';

const SHOP = 'money-smart-kids';

/** The type of a product that is, or was, for sale. */
export const productTypeSchema = z.string().check(z.regex(/^[a-z0-9_]{1,64}$/));

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
    logWarning({ event: 'session of another make or price', order: numberOf(session.id) });
  }
  return mark && isOurs ? mark.product_type : null;
};
