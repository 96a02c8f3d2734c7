import * as z from 'zod';
import { refuseIf } from './errors.ts';
import { newId, nowInSeconds } from './objects.ts';
import type { PromotionCode } from './state.ts';
import { checkTotal } from './totals.ts';

export const promotionTerms = z.strictObject({
  code: z.string(),
  percentOff: z.int().min(1).max(100),
  /** The lowest price that it applies to, in minor units. */
  minimumAmount: z.int().min(1).nullable().default(null),
});

export const newPromotionCode = (given: z.input<typeof promotionTerms>): PromotionCode => {
  const { minimumAmount, ...terms } = promotionTerms.parse(given);
  return {
    ...terms,
    object: 'promotion_code',
    id: newId('promo_1'),
    active: true,
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
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

/** As Stripe finds it: codes match in any case. */
export const codesLike = (codes: readonly PromotionCode[], wanted: string) =>
  codes.filter(({ code }) => code.toLowerCase() === wanted.toLowerCase());

/** The discount of a code on a price. Throws Stripe's error for a price that is too low for it. */
export const discountOf = ({ percentOff, restrictions }: PromotionCode, price: number): number => {
  const isTooLow = price < (restrictions.minimum_amount ?? 0);
  refuseIf(isTooLow, 'This promotion code requires a higher minimum amount.');
  const amount = Math.round((price * percentOff) / 100);
  if (amount < price) checkTotal(price - amount, 'usd');
  return amount;
};
