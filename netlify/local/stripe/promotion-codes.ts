import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest, noSuch } from './errors.ts';
import { newId, nowInSeconds } from './ids.ts';
import { nulls } from './objects/nulls.ts';
import type { Payment, State } from './state.ts';
import { addUp, checkTotal } from './totals.ts';

/** A code, and what its coupon takes off: always a percentage here. */
export type PromotionCode = { object: Stripe.PromotionCode; percentOff: number };

export const promotionTerms = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9-]+$/),
  percentOff: z.int().min(1).max(100),
  active: z.boolean().optional(),
  maxRedemptions: z.int().min(1).optional(),
  /** The lowest price that it applies to, in minor units. */
  minimumAmount: z.int().min(1).optional(),
});

export const newPromotionCode = (terms: z.infer<typeof promotionTerms>): PromotionCode => {
  const { code, percentOff, active = true, maxRedemptions, minimumAmount } = terms;
  const object: Stripe.PromotionCode = {
    object: 'promotion_code',
    id: newId('promo_1'),
    active,
    code,
    created: nowInSeconds(),
    livemode: false,
    max_redemptions: maxRedemptions ?? null,
    metadata: {},
    promotion: { coupon: newId('', 8), type: 'coupon' },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: minimumAmount ?? null,
      minimum_amount_currency: minimumAmount === undefined ? null : 'usd',
    },
    times_redeemed: 0,
    ...nulls('customer customer_account expires_at'),
  };
  return { object, percentOff };
};

const isSameCode = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** As Stripe lists them: codes match in any case. */
export const isWantedCode =
  (wanted: { code?: string | undefined; active?: 'true' | 'false' | undefined }) =>
  ({ object }: PromotionCode): boolean =>
    (wanted.code === undefined || isSameCode(object.code, wanted.code)) &&
    (wanted.active === undefined || String(object.active) === wanted.active);

/** The active code that a buyer typed. */
export const findByCode = ({ promotionCodes }: State, code: string) =>
  promotionCodes.find(isWantedCode({ code, active: 'true' }));

/** Takes an amount off an open session. */
export const discountSession = (
  payment: Payment,
  amount: number,
  promotionCode = newId('promo_1'),
): void => {
  const { session } = payment;
  if (session.status !== 'open') throw badRequest(`This session is ${session.status}.`);
  if (amount > session.amount_subtotal) throw badRequest('The discount is more than the price.');
  session.discounts = [{ coupon: null, promotion_code: promotionCode }];
  addUp(payment, amount);
};

/** What a code takes off a price. Throws Stripe's error for one that doesn't fit. */
export const discountOf = (
  { object: { active, restrictions }, percentOff }: PromotionCode,
  price: number,
): number => {
  if (!active) throw badRequest('This promotion code is no longer active.', { param: 'discounts' });
  if (price < (restrictions.minimum_amount ?? 0)) {
    const message = 'This promotion code requires a higher minimum amount.';
    throw badRequest(message, { param: 'discounts' });
  }
  const amount = Math.round((price * percentOff) / 100);
  if (amount < price) checkTotal(price - amount, 'usd');
  return amount;
};

export const findById = ({ promotionCodes }: State, id: string): PromotionCode => {
  const found = promotionCodes.find(({ object }) => object.id === id);
  if (found) return found;
  throw noSuch('promotion code', id, 'discounts[0][promotion_code]');
};

/** Counts a paid session's code, which ends after its last redemption. */
export const redeemCode = (state: State, session: Stripe.Checkout.Session): void => {
  const id = session.discounts?.[0]?.promotion_code;
  const used = state.promotionCodes.find(({ object }) => object.id === id)?.object;
  if (!used) return;
  used.times_redeemed += 1;
  if (used.times_redeemed === used.max_redemptions) used.active = false;
};
