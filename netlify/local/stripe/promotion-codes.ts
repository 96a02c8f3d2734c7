import * as z from 'zod';
import { refuseIf } from './errors.ts';
import { cloneSample, newId, nowInSeconds } from './new-object.ts';
import type { PromotionCode } from './state.ts';
import { checkTotal } from './totals.ts';

export const promotionCodeFields = z.strictObject({
  code: z.string(),
  percentOff: z.int().min(1).max(100),
  /** The lowest price that the code applies to, in minor units. */
  minimumAmount: z.int().min(1).nullable().default(null),
});

export const createPromotionCode = (fields: z.input<typeof promotionCodeFields>): PromotionCode => {
  const { code, percentOff, minimumAmount } = promotionCodeFields.parse(fields);
  const sample = cloneSample('promotion_code');
  return {
    ...sample,
    code,
    percentOff,
    id: newId('promo_1'),
    created: nowInSeconds(),
    restrictions: {
      ...sample.restrictions,
      minimum_amount: minimumAmount,
      minimum_amount_currency: minimumAmount === null ? null : 'usd',
    },
  };
};

/** Ignores case, as Stripe does. */
export const findPromotionCodes = (codes: readonly PromotionCode[], wantedCode: string) =>
  codes.filter(({ code }) => code.toLowerCase() === wantedCode.toLowerCase());

/** Returns an amount in minor units. Throws Stripe's error if the price is too low for the code. */
export const discountAmount = (
  { percentOff, restrictions }: PromotionCode,
  price: number,
): number => {
  const isTooLow = price < (restrictions.minimum_amount ?? 0);
  refuseIf(isTooLow, 'This promotion code requires a higher minimum amount.');
  const discount = Math.round((price * percentOff) / 100);
  if (discount < price) checkTotal(price - discount, 'usd');
  return discount;
};
