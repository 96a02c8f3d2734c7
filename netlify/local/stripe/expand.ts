import type Stripe from 'stripe';
import * as z from 'zod';
import { refuseIf } from './errors.ts';
import type { Charge, Refund, StandInSession } from './objects.ts';
import type { Payment, PromotionCode } from './state.ts';

const INTENT_PATH = 'payment_intent';
const CHARGE_PATH = `${INTENT_PATH}.latest_charge`;
const REFUNDS_PATH = `${CHARGE_PATH}.refunds`;

const PROMOTION_CODE_PATH = 'discounts.promotion_code';

const SESSION_PATHS: readonly string[] = [
  INTENT_PATH,
  CHARGE_PATH,
  REFUNDS_PATH,
  PROMOTION_CODE_PATH,
];

const MAX_LEVELS = 4;

const expandPaths = (prefix: string) =>
  z
    .array(z.string())
    .default([])
    .transform((paths) => {
      for (const path of paths) {
        refuseIf(
          path.split('.').length > MAX_LEVELS,
          `You cannot expand more than 4 levels of a property. Property: ${path}`,
          { code: 'property_expansion_max_depth' },
        );
        const isKnown = SESSION_PATHS.some((known) => prefix + known === path);
        refuseIf(!isKnown, `This property cannot be expanded (${path}).`);
      }
      return paths.map((path) => path.slice(prefix.length));
    });

/** The `expand` parameter of a call for one session. Rejects unknown paths, as Stripe does. */
export const expandParam = expandPaths('');

/** In a list, the paths begin with "data.". The parsed paths are relative to a session. */
export const expandListParam = expandPaths('data.');

/** Stripe includes at most this many refunds. The rest are only in the list of refunds. */
const MAX_EXPANDED_REFUNDS = 10;

export const expandCharge = (charge: Charge, refunds: readonly Refund[]): Charge => ({
  ...charge,
  refunds: {
    object: 'list',
    data: refunds.toReversed().slice(0, MAX_EXPANDED_REFUNDS),
    has_more: refunds.length > MAX_EXPANDED_REFUNDS,
    url: `/v1/charges/${charge.id}/refunds`,
  },
});

const expandIntent = (
  { intent, charge, refunds }: Payment,
  paths: readonly string[],
): Stripe.PaymentIntent | string | null => {
  if (!intent) return null;
  if (!paths.some((path) => path.startsWith(INTENT_PATH))) return intent.id;
  if (!paths.some((path) => path.startsWith(CHARGE_PATH))) return intent;
  const expandsRefunds = charge !== null && paths.includes(REFUNDS_PATH);
  return { ...intent, latest_charge: expandsRefunds ? expandCharge(charge, refunds) : charge };
};

const expandDiscounts = (
  { discounts }: StandInSession,
  promotionCodes: readonly PromotionCode[],
): Stripe.Checkout.Session.Discount[] | null =>
  discounts?.map((discount) => ({
    ...discount,
    promotion_code: promotionCodes.find(({ id }) => id === discount.promotion_code) ?? null,
  })) ?? null;

export const expandSession = (
  payment: Payment,
  promotionCodes: readonly PromotionCode[],
  paths: readonly string[],
): Stripe.Checkout.Session => {
  const { session } = payment;
  const expanded: Stripe.Checkout.Session = {
    ...session,
    payment_intent: expandIntent(payment, paths),
  };
  if (paths.includes(PROMOTION_CODE_PATH)) {
    expanded.discounts = expandDiscounts(session, promotionCodes);
  }
  return expanded;
};
