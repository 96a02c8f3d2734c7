import type Stripe from 'stripe';
import * as z from 'zod';
import { byId, refuseIf } from './errors.ts';
import { newId, nowInSeconds } from './objects.ts';
import type { PromotionCode } from './state.ts';
import { checkTotal } from './totals.ts';

export const promotionTerms = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9-]+$/),
  percentOff: z.int().min(1).max(100),
  active: z.boolean().default(true),
  maxRedemptions: z.int().min(1).nullable().default(null),
  /** The lowest price that it applies to, in minor units. */
  minimumAmount: z.int().min(1).nullable().default(null),
});

export const newPromotionCode = (given: z.input<typeof promotionTerms>): PromotionCode => {
  const { minimumAmount, maxRedemptions, ...terms } = promotionTerms.parse(given);
  return {
    ...terms,
    object: 'promotion_code',
    id: newId('promo_1'),
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: maxRedemptions,
    metadata: {},
    promotion: { coupon: newId('', 8), type: 'coupon' },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: minimumAmount,
      minimum_amount_currency: minimumAmount === null ? null : 'usd',
    },
    times_redeemed: 0,
  };
};

type Codes = readonly PromotionCode[];
type Wanted = { code?: string | undefined; active?: boolean | undefined };

/** As Stripe lists them: codes match in any case. */
export const codesLike = (codes: Codes, { code, active }: Wanted): Codes =>
  codes
    .filter((one) => code === undefined || one.code.toLowerCase() === code.toLowerCase())
    .filter((one) => active === undefined || one.active === active);

export const promotionCodeOf = (codes: Codes, id: string): PromotionCode =>
  byId(codes, id, 'promotion code', 'discounts[0][promotion_code]');

/** The discount of a code on a price. Throws Stripe's error for one that doesn't fit. */
export const discountOf = (
  { active, percentOff, restrictions }: PromotionCode,
  price: number,
): number => {
  const details = { param: 'discounts' };
  refuseIf(!active, 'This promotion code is no longer active.', details);
  const isTooLow = price < (restrictions.minimum_amount ?? 0);
  refuseIf(isTooLow, 'This promotion code requires a higher minimum amount.', details);
  const amount = Math.round((price * percentOff) / 100);
  if (amount < price) checkTotal(price - amount, 'usd');
  return amount;
};

/** Counts a paid session's code, which ends after its last redemption. */
export const redeemCode = (codes: Codes, { discounts }: Stripe.Checkout.Session): void => {
  const used = codes.find(({ id }) => id === discounts?.[0]?.promotion_code);
  if (!used) return;
  used.times_redeemed += 1;
  if (used.times_redeemed === used.max_redemptions) used.active = false;
};
