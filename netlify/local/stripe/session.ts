import * as z from 'zod';
import { badRequest, refuseIf } from './errors.ts';
import { type Session, newId, nowInSeconds, sampleOf } from './objects.ts';
import type { EventDrafts } from './outbox.ts';
import { integer, pairs, textUpTo, trueOrFalse, webAddress } from './params.ts';
import { discountOf, promotionCodeOf } from './promotion-codes.ts';
import type { Payment, State } from './state.ts';
import { addUp, checkTotal } from './totals.ts';

const DAY = 24 * 60 * 60;

/** Stripe's limit in minor units (docs.stripe.com/currencies): eight digits in every currency. */
const MOST_AMOUNT = 99_999_999;

const taxCode = z.string().regex(/^txcd_\d{8}$/, 'No such tax code');
const onOff = z.strictObject({ enabled: trueOrFalse }).optional();

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.enum(['usd', 'jpy']),
    unit_amount: integer(0, MOST_AMOUNT),
    product_data: z.strictObject({ name: textUpTo(250), tax_code: taxCode.optional() }),
    tax_behavior: z.enum(['inclusive', 'exclusive']).optional(),
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
  automatic_tax: onOff,
  invoice_creation: onOff,
  managed_payments: onOff,
  adaptive_pricing: onOff,
  allow_promotion_codes: trueOrFalse.optional(),
  discounts: z.tuple([z.strictObject({ promotion_code: z.string() })]).optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: textUpTo(1200) }) }).optional(),
});

type Params = z.infer<typeof newSessionParams>;

/** Throws Stripe's error for parameters that don't go together, or not with the account. */
const checkTogether = (state: State, params: Params, isManaged: boolean): void => {
  const [{ price_data: price }] = params.line_items;
  const { discounts, allow_promotion_codes: takesCodes, automatic_tax: tax } = params;
  const param = 'allow_promotion_codes';
  refuseIf(discounts && takesCodes, `You may only specify ${param} or discounts.`, { param });
  if (isManaged) {
    // Stripe does the first three itself, and the page of the payment is its own.
    const { invoice_creation, adaptive_pricing, custom_text } = params;
    const own = { automatic_tax: tax, invoice_creation, adaptive_pricing, custom_text };
    for (const [name, given] of Object.entries(own)) {
      refuseIf(given, `${name} cannot be used with Managed Payments.`, { param: name });
    }
    const message = 'Product tax code is required for Managed Payments.';
    refuseIf(!price.product_data.tax_code, message, { param: 'line_items[0]' });
    refuseIf(state.managedPayments === 'off', 'You must accept the terms of Managed Payments.');
  }
  if (!tax?.enabled) return;
  refuseIf(state.taxSettings.status !== 'active', 'Automatic tax needs a head office address.');
  refuseIf(!price.tax_behavior, 'The price is neither inclusive nor exclusive of tax.');
};

/** A new open session from checked parameters. */
export const openSession = (state: State, params: Params, origin: string): Session => {
  const [{ quantity, price_data: price }] = params.line_items;
  const amount = price.unit_amount * quantity;
  checkTotal(amount, price.currency);
  const isManaged = params.managed_payments?.enabled ?? state.managedPayments === 'byDefault';
  checkTogether(state, params, isManaged);
  const promotion = params.discounts?.[0].promotion_code;
  const code = promotion ? promotionCodeOf(state.promotionCodes, promotion) : undefined;

  const sample = sampleOf('checkout.session');
  const created = nowInSeconds();
  const id = newId('cs_test_', 58);
  const url = `${origin}/c/pay/${id}`;
  const isTaxed = isManaged || params.automatic_tax?.enabled === true;
  const session: Session = {
    ...sample,
    id,
    url,
    created,
    expires_at: created + DAY,
    adaptive_pricing: { enabled: isManaged || params.adaptive_pricing?.enabled === true },
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { ...sample.automatic_tax, enabled: isTaxed },
    cancel_url: params.cancel_url ?? null,
    currency: price.currency,
    custom_text: { ...sample.custom_text, submit: params.custom_text?.submit ?? null },
    customer_details: null,
    discounts: code ? [{ coupon: null, promotion_code: code.id }] : [],
    invoice_creation: params.invoice_creation?.enabled ? sample.invoice_creation : null,
    managed_payments: { enabled: isManaged },
    metadata: params.metadata,
    payment_intent: null,
    success_url: params.success_url,
  };
  const payment: Payment = {
    session,
    product: price.product_data.name,
    isTaxIncluded: price.tax_behavior === 'inclusive',
    intentMetadata: params.payment_intent_data.metadata,
    intent: null,
    charge: null,
    refunds: [],
    disputes: [],
  };
  addUp(payment, code ? discountOf(code, amount) : 0);
  state.payments.push(payment);
  return session;
};

export const expireSession = (session: Session): EventDrafts => {
  const { status } = session;
  if (status !== 'open')
    throw badRequest(`Only an open session can expire, and not a ${status} one.`);
  session.status = 'expired';
  session.url = null;
  return [{ type: 'checkout.session.expired', object: session }];
};
