import Stripe from 'stripe';
import { badRequest } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { MINIMUM_AMOUNTS, formatAmount } from '../money.ts';
import { CUSTOMER_DETAILS, LINE_ITEM, PRICE, SESSION } from '../objects/session.ts';
import type { Payment } from '../payment.ts';
import type { EventDrafts } from '../services.ts';
import type { Session, State } from '../state.ts';
import type { SessionParams } from './session-params.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

type LineParams = SessionParams['line_items'][number];

const newLineItem = ({ price_data: price, quantity }: LineParams): Stripe.LineItem => {
  const currency = price.currency.toLowerCase();
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

const onlyCurrency = (lines: Stripe.LineItem[]) => {
  const [currency, ...others] = new Set(lines.map((line) => line.currency));
  if (currency === undefined || others.length > 0) {
    throw badRequest('All line items must have the same currency.', { param: 'line_items' });
  }
  return currency;
};

const badExpiry = (limit: string) =>
  badRequest(`The \`expires_at\` timestamp must be ${limit} from Checkout Session creation.`, {
    param: 'expires_at',
  });

const expiryOf = (created: number, wanted: number | undefined) => {
  if (wanted === undefined) return created + DAY;
  if (wanted < created + 30 * MINUTE) throw badExpiry('at least 30 minutes');
  if (wanted >= created + DAY) throw badExpiry('less than 24 hours');
  return wanted;
};

const checkTotal = (amount: number, currency: string) => {
  const least = MINIMUM_AMOUNTS.get(currency) ?? 0;
  if (amount >= least) return;
  throw badRequest(
    `The Checkout Session's total amount due must add up to at least ${formatAmount(least, currency)} ${currency}`,
    { code: 'amount_too_small' },
  );
};

/** A new open session from checked parameters. */
export const openSession = (state: State, params: SessionParams, origin: string): Session => {
  const created = nowInSeconds();
  const id = newId('cs_test_', 58);
  const url = `${origin}/c/pay/${id}`;
  const lineItems = params.line_items.map(newLineItem);
  const amount = lineItems.reduce((total, line) => total + line.amount_subtotal, 0);
  const { customer_email: email = null } = params;
  const session: Session = {
    ...SESSION,
    id,
    url,
    created,
    expires_at: expiryOf(created, params.expires_at),
    amount_subtotal: amount,
    amount_total: amount,
    currency: onlyCurrency(lineItems),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer_details: email === null ? null : { ...CUSTOMER_DETAILS, email },
    customer_email: email,
    locale: params.locale ?? null,
    metadata: params.metadata,
    payment_method_types: params.payment_method_types ?? SESSION.payment_method_types,
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
  };
  checkTotal(amount, session.currency);
  const { metadata = {}, description = null } = params.payment_intent_data ?? {};
  state.sessions.push(session);
  state.details[id] = { url, lineItems, intent: { metadata, description } };
  return session;
};

/** As if the buyer had typed a promotion code on the payment page. */
export const discountSession = ({ session, details, intent }: Payment, amount: number): void => {
  if (session.status !== 'open') throw badRequest(`This session is ${session.status}.`);
  if (amount > session.amount_subtotal) throw badRequest('The discount is more than the price.');
  session.discounts = [{ coupon: null, promotion_code: newId('promo_1') }];
  session.amount_total = session.amount_subtotal - amount;
  session.total_details = { amount_discount: amount, amount_shipping: 0, amount_tax: 0 };
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'unpaid';
  if (intent) intent.amount = session.amount_total;
  // It goes to the first lines. Stripe shares it out, which is the same where there is one line.
  let left = amount;
  for (const line of details.lineItems) {
    line.amount_discount = Math.min(left, line.amount_subtotal);
    line.amount_total = line.amount_subtotal - line.amount_discount;
    left -= line.amount_discount;
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
