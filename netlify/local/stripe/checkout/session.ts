import Stripe from 'stripe';
import * as z from 'zod';
import { integer, pairs, textUpTo, webAddress } from '../api/params.ts';
import { badRequest } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { formatAmount } from '../money.ts';
import { LINE_ITEM, PRICE, SESSION } from '../objects/session.ts';
import type { Payment } from '../payment.ts';
import type { EventDrafts } from '../services.ts';
import type { Session, State } from '../state.ts';

const DAY = 24 * 60 * 60;

/** Stripe's limit in minor units (docs.stripe.com/currencies): eight digits in every currency. */
const MOST_AMOUNT = 99_999_999;
const LEAST_AMOUNT = 50;

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.enum(['usd', 'jpy']),
    unit_amount: integer(0, MOST_AMOUNT),
    product_data: z.strictObject({ name: textUpTo(250) }),
  }),
  quantity: integer(1).default(1),
});

/** The parameters of a new session within Stripe's limits. Those that the shop does not send are refused. */
export const newSessionParams = z.strictObject({
  mode: z.enum(['payment']),
  line_items: z.tuple([lineItem], 'must have one'),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  metadata: pairs,
  payment_intent_data: z.strictObject({ metadata: pairs }).default({ metadata: {} }),
});

type Line = z.infer<typeof lineItem>;

const newLineItem = ({ price_data: price, quantity }: Line): Stripe.LineItem => {
  const { currency } = price;
  const amount = price.unit_amount * quantity;
  return {
    ...LINE_ITEM,
    id: newId('li_1'),
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    description: price.product_data.name,
    price: {
      ...PRICE,
      id: newId('price_1'),
      created: nowInSeconds(),
      currency,
      product: newId('prod_'),
      unit_amount: price.unit_amount,
      unit_amount_decimal: Stripe.Decimal.from(price.unit_amount),
    },
    quantity,
  };
};

/** A new open session from checked parameters. */
export const openSession = (
  state: State,
  params: z.infer<typeof newSessionParams>,
  origin: string,
): Session => {
  const created = nowInSeconds();
  const id = newId('cs_test_', 58);
  const url = `${origin}/c/pay/${id}`;
  const line = newLineItem(params.line_items[0]);
  const { amount_total: amount, currency } = line;
  if (amount < LEAST_AMOUNT) {
    throw badRequest(
      `The Checkout Session's total amount due must add up to at least ${formatAmount(LEAST_AMOUNT, currency)} ${currency}`,
      { code: 'amount_too_small' },
    );
  }
  const session: Session = {
    ...SESSION,
    id,
    url,
    created,
    expires_at: created + DAY,
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    cancel_url: params.cancel_url ?? null,
    metadata: params.metadata,
    success_url: params.success_url,
  };
  state.sessions.push(session);
  state.details[id] = {
    url,
    lineItems: [line],
    intent: { ...params.payment_intent_data, description: null },
  };
  return session;
};

/** Acts as if the buyer had typed a promotion code on the payment page. */
export const discountSession = ({ session, details, intent }: Payment, amount: number): void => {
  if (session.status !== 'open') throw badRequest(`This session is ${session.status}.`);
  if (amount > session.amount_subtotal) throw badRequest('The discount is more than the price.');
  session.discounts = [{ coupon: null, promotion_code: newId('promo_1') }];
  session.amount_total = session.amount_subtotal - amount;
  session.total_details = { amount_discount: amount, amount_shipping: 0, amount_tax: 0 };
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'unpaid';
  if (intent) intent.amount = session.amount_total;
  for (const line of details.lineItems) {
    line.amount_discount = amount;
    line.amount_total = session.amount_total;
  }
};

export const expireSession = (session: Session): EventDrafts => {
  if (session.status !== 'open') {
    throw badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  session.status = 'expired';
  session.url = null;
  return [{ type: 'checkout.session.expired', object: session }];
};
