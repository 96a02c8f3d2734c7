import * as z from 'zod';
import { money } from '#contract/money.ts';
import { refuseIf } from './errors.ts';
import { type StandInSession, newId, nowInSeconds, sampleOf } from './objects.ts';
import type { Payment, PromotionCode } from './state.ts';

const LEAST_AMOUNT = 50;

/** Throws Stripe's error for less than a payment can be. */
export const checkTotal = (amount: number, currency: string): void => {
  const least = money(LEAST_AMOUNT, currency);
  const message = `The Checkout Session's total amount due must add up to at least ${least}`;
  refuseIf(amount < LEAST_AMOUNT, message, { code: 'amount_too_small' });
};

/** The same for every buyer. */
const TAX_RATE = 0.1;

/** Brings the sums of a session up to date with its discount. Without automatic tax, there is no tax. */
export const addUp = ({ session, isTaxIncluded, intent }: Payment, discount: number): void => {
  const discounted = session.amount_subtotal - discount;
  const share = isTaxIncluded ? TAX_RATE / (1 + TAX_RATE) : TAX_RATE;
  const tax = session.automatic_tax.enabled ? Math.round(discounted * share) : 0;
  session.amount_total = isTaxIncluded ? discounted : discounted + tax;
  session.total_details = { amount_discount: discount, amount_shipping: 0, amount_tax: tax };
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'unpaid';
  if (intent) intent.amount = session.amount_total;
};

const EUROS_PER_DOLLAR = 0.9;

/** With adaptive pricing, the buyer pays in euros. The sums of the session stay in its own currency. */
export const presentAbroad = (session: StandInSession): void => {
  if (!session.adaptive_pricing?.enabled) return;
  session.presentment_details = {
    presentment_amount: Math.round(session.amount_total * EUROS_PER_DOLLAR),
    presentment_currency: 'eur',
  };
};

export const promotionTerms = z.strictObject({
  code: z.string(),
  percentOff: z.int().min(1).max(100),
  /** The lowest price that it applies to, in minor units. */
  minimumAmount: z.int().min(1).nullable().default(null),
});

export const newPromotionCode = (given: z.input<typeof promotionTerms>): PromotionCode => {
  const { minimumAmount, ...terms } = promotionTerms.parse(given);
  const sample = sampleOf('promotion_code');
  return {
    ...sample,
    ...terms,
    id: newId('promo_1'),
    created: nowInSeconds(),
    restrictions: {
      ...sample.restrictions,
      minimum_amount: minimumAmount,
      minimum_amount_currency: minimumAmount === null ? null : 'usd',
    },
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
