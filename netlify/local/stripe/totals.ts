import { money } from '#contract/money.ts';
import { refuseIf } from './errors.ts';
import type { StandInSession } from './objects.ts';
import type { Payment } from './state.ts';

const MINIMUM_TOTAL_IN_CENTS = 50;

/** Stripe's amounts have up to eight digits. */
const MAXIMUM_TOTAL_IN_CENTS = 99_999_999;

export const checkTotal = (amount: number, currency: string): void => {
  const minimum = money(MINIMUM_TOTAL_IN_CENTS, currency);
  const message = `The Checkout Session's total amount due must add up to at least ${minimum}`;
  refuseIf(amount < MINIMUM_TOTAL_IN_CENTS, message, { code: 'amount_too_small' });
  const maximum = money(MAXIMUM_TOTAL_IN_CENTS, currency);
  refuseIf(amount > MAXIMUM_TOTAL_IN_CENTS, `The amount must be no more than ${maximum}.`, {
    code: 'amount_too_large',
  });
};

const TAX_RATE = 0.1;

export const updateTotals = (
  { session, isTaxIncluded, intent }: Payment,
  discount: number,
): void => {
  const discounted = session.amount_subtotal - discount;
  const taxShare = isTaxIncluded ? TAX_RATE / (1 + TAX_RATE) : TAX_RATE;
  const tax = session.automatic_tax.enabled ? Math.round(discounted * taxShare) : 0;
  session.amount_total = isTaxIncluded ? discounted : discounted + tax;
  session.total_details = { amount_discount: discount, amount_shipping: 0, amount_tax: tax };
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'unpaid';
  if (intent) intent.amount = session.amount_total;
};

const EUROS_PER_DOLLAR = 0.9;

/** With adaptive pricing, the buyer pays in euros. `amount_total` is in the shop's currency. */
export const presentInEuros = (session: StandInSession): void => {
  if (!session.adaptive_pricing?.enabled) return;
  session.presentment_details = {
    presentment_amount: Math.round(session.amount_total * EUROS_PER_DOLLAR),
    presentment_currency: 'eur',
  };
};
