import type Stripe from 'stripe';
import * as z from 'zod';
import { isLiveKey } from '../../platform/context.ts';
import type { ApiRouter } from './api-router.ts';
import { findStripeObject, refuseIf } from './errors.ts';
import { listParams, paginate } from './lists.ts';
import { newId, nowInSeconds } from './new-object.ts';
import { createPromotionCode, findPromotionCodes } from './promotion-codes.ts';
import type { Services } from './services.ts';

const metadata = z.record(z.string(), z.string()).default({});

const newCouponParams = z.strictObject({
  percent_off: z.coerce.number().int().min(1).max(100),
  duration: z.literal('once'),
  metadata,
});

const newPromotionCodeParams = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: z.string() }),
  code: z.string().regex(/^[A-Za-z0-9-]+$/),
  restrictions: z
    .strictObject({
      minimum_amount: z.coerce.number().int().min(1),
      minimum_amount_currency: z.literal('usd'),
    })
    .optional(),
  metadata,
});

const promotionCodeListParams = listParams.extend({
  code: z.string(),
  active: z.stringbool().optional(),
});

export const addPromotionCodeRoutes = (
  { get, post }: ApiRouter,
  { state, save, secretKey }: Services,
): void => {
  post('/coupons', newCouponParams, (params) => {
    const coupon: Stripe.Coupon = {
      object: 'coupon',
      ...params,
      id: newId('', 8),
      amount_off: null,
      created: nowInSeconds(),
      currency: null,
      duration_in_months: null,
      livemode: isLiveKey(secretKey),
      max_redemptions: null,
      name: null,
      redeem_by: null,
      times_redeemed: 0,
      valid: true,
    };
    state.coupons.push(coupon);
    save();
    return coupon;
  });

  get('/promotion_codes', promotionCodeListParams, ({ active, code, ...page }, { path }) => {
    const found = findPromotionCodes(state.promotionCodes, code).filter(
      (promotionCode) => active === undefined || promotionCode.active === active,
    );
    return paginate(found, page, path);
  });

  post('/promotion_codes', newPromotionCodeParams, (params) => {
    const { promotion, code, restrictions } = params;
    const coupon = findStripeObject(state.coupons, promotion.coupon, 'coupon');
    const isTaken = findPromotionCodes(state.promotionCodes, code).some(({ active }) => active);
    refuseIf(isTaken, `An active promotion code with \`code: ${code}\` already exists.`);
    const created = createPromotionCode({
      code,
      percentOff: coupon.percent_off ?? 0,
      minimumAmount: restrictions?.minimum_amount ?? null,
    });
    Object.assign(created, { promotion, metadata: params.metadata });
    state.promotionCodes.push(created);
    save();
    return created;
  });

  post('/promotion_codes/:id', z.strictObject({ active: z.stringbool() }), (changes, { id }) => {
    const promotionCode = findStripeObject(state.promotionCodes, id, 'promotion code');
    Object.assign(promotionCode, changes);
    save();
    return promotionCode;
  });
};
