import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest, noSuch } from './errors.ts';
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
  const { code, percentOff, active, maxRedemptions, minimumAmount } = promotionTerms.parse(given);
  const object: Stripe.PromotionCode = {
    object: 'promotion_code',
    id: newId('promo_1'),
    active,
    code,
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
  return { object, percentOff };
};

type Codes = readonly PromotionCode[];

/** As Stripe lists them: codes match in any case. */
export const codesLike = (
  codes: Codes,
  { code, active }: { code?: string | undefined; active?: boolean | undefined },
): Codes =>
  codes.filter(
    ({ object }) =>
      (code === undefined || object.code.toLowerCase() === code.toLowerCase()) &&
      (active === undefined || object.active === active),
  );

export const findById = (codes: Codes, id: string): PromotionCode => {
  const found = codes.find(({ object }) => object.id === id);
  if (found) return found;
  throw noSuch('promotion code', id, 'discounts[0][promotion_code]');
};

const doesNotFit = (message: string) => badRequest(message, { param: 'discounts' });

/** What a code takes off a price. Throws Stripe's error for one that doesn't fit. */
export const discountOf = ({ object, percentOff }: PromotionCode, price: number): number => {
  if (!object.active) throw doesNotFit('This promotion code is no longer active.');
  if (price < (object.restrictions.minimum_amount ?? 0)) {
    throw doesNotFit('This promotion code requires a higher minimum amount.');
  }
  const amount = Math.round((price * percentOff) / 100);
  if (amount < price) checkTotal(price - amount, 'usd');
  return amount;
};

/** Counts a paid session's code, which ends after its last redemption. */
export const redeemCode = (codes: Codes, { discounts }: Stripe.Checkout.Session): void => {
  const id = discounts?.[0]?.promotion_code;
  const used = codes.find(({ object }) => object.id === id)?.object;
  if (!used) return;
  used.times_redeemed += 1;
  if (used.times_redeemed === used.max_redemptions) used.active = false;
};
