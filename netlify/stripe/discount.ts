import type Stripe from 'stripe';
import { promotionCode } from '#contract/promotion-code.ts';
import { catalog } from '../shop/catalog.ts';

/** Stripe accepts either `discounts` or `allow_promotion_codes`. */
type DiscountParams = Pick<
  Stripe.Checkout.SessionCreateParams,
  'discounts' | 'allow_promotion_codes' | 'custom_text'
>;

const CODE_FIELD: DiscountParams = { allow_promotion_codes: true };

/** Does not repeat the code, because anybody can put any text into a link. */
const CODE_REFUSED =
  'The promotion code from your link doesn’t work for this purchase. It may have expired. ' +
  'This is the price without it.';

export const refusedCodeParams = (): DiscountParams => {
  // Stripe's page for managed payments shows no custom text.
  if (catalog.checkout?.managed_payments) return CODE_FIELD;
  return { ...CODE_FIELD, custom_text: { submit: { message: CODE_REFUSED } } };
};

/** With an unknown or expired code, the buyer sees the full price and a message. */
export const discountFor = async (stripe: Stripe, codeInLink: string): Promise<DiscountParams> => {
  if (!catalog.checkout?.promotion_codes) return {};
  if (codeInLink.trim() === '') return CODE_FIELD;
  const code = promotionCode(codeInLink);
  if (code === '') return refusedCodeParams();

  const { data } = await stripe.promotionCodes.list({ code, active: true });
  // Our checkout sessions have no Stripe customer, so a code for one customer never applies.
  const applicable = data.find(({ customer }) => customer === null);
  return applicable ? { discounts: [{ promotion_code: applicable.id }] } : refusedCodeParams();
};
