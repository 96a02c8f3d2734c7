import * as z from 'zod';
import { findStripeObject, refuseIf } from './errors.ts';
import type { EventDrafts } from './events.ts';
import { cloneSample, newId, nowInSeconds } from './new-object.ts';
import type { StandInSession } from './objects.ts';
import { discountAmount } from './promotion-codes.ts';
import type { Payment, StripeState } from './state.ts';
import { checkTotal, updateTotals } from './totals.ts';

const SESSION_LIFETIME_IN_SECONDS = 24 * 60 * 60;

const onOff = z.strictObject({ enabled: z.stringbool() }).default({ enabled: false });
const metadata = z.record(z.string(), z.string()).default({});

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.string(),
    unit_amount: z.coerce.number().int(),
    product_data: z.strictObject({ name: z.string(), tax_code: z.string().optional() }),
    tax_behavior: z.enum(['inclusive', 'exclusive']).optional(),
  }),
  quantity: z.coerce.number().int().default(1),
});

/** The parameters that the shop sends. Others are rejected, so that none is silently ignored. */
export const newSessionParams = z.strictObject({
  mode: z.literal('payment'),
  line_items: z.tuple([lineItem]),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata }).default({ metadata: {} }),
  automatic_tax: onOff,
  invoice_creation: onOff,
  managed_payments: onOff,
  adaptive_pricing: onOff,
  allow_promotion_codes: z.stringbool().optional(),
  discounts: z.tuple([z.strictObject({ promotion_code: z.string() })]).optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: z.string() }) }).optional(),
});

type NewSessionParams = z.infer<typeof newSessionParams>;

/** https://docs.stripe.com/payments/managed-payments/update-checkout#remove-unsupported-parameters */
const checkManagedPayments = (params: NewSessionParams): void => {
  if (!params.managed_payments.enabled) return;
  const unsupported = {
    automatic_tax: params.automatic_tax.enabled,
    invoice_creation: params.invoice_creation.enabled,
    adaptive_pricing: params.adaptive_pricing.enabled,
    custom_text: params.custom_text !== undefined,
  };
  for (const [name, isSent] of Object.entries(unsupported)) {
    refuseIf(isSent, `${name} cannot be used with Managed Payments.`);
  }
  const [{ price_data: price }] = params.line_items;
  refuseIf(
    price.product_data.tax_code === undefined,
    'Product tax code is required for Managed Payments.',
  );
};

export const createStandInSession = (
  state: StripeState,
  params: NewSessionParams,
  origin: string,
): StandInSession => {
  const [{ quantity, price_data: price }] = params.line_items;
  const amount = price.unit_amount * quantity;
  checkTotal(amount, price.currency);
  refuseIf(
    params.discounts && params.allow_promotion_codes,
    'You may only specify allow_promotion_codes or discounts.',
  );
  refuseIf(
    params.automatic_tax.enabled && state.taxSettings.status !== 'active',
    'Automatic tax needs a head office address.',
  );
  checkManagedPayments(params);
  const codeId = params.discounts?.[0].promotion_code;
  const code = codeId ? findStripeObject(state.promotionCodes, codeId, 'promotion code') : null;
  refuseIf(code?.active === false, 'This promotion code is not active.');

  const sample = cloneSample('checkout.session');
  const created = nowInSeconds();
  const id = newId('cs_test_', 58);
  const session: StandInSession = {
    ...sample,
    id,
    url: `${origin}/c/pay/${id}`,
    created,
    expires_at: created + SESSION_LIFETIME_IN_SECONDS,
    adaptive_pricing: params.adaptive_pricing,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: {
      ...sample.automatic_tax,
      // Stripe handles the tax for managed payments.
      enabled: params.automatic_tax.enabled || params.managed_payments.enabled,
    },
    cancel_url: params.cancel_url ?? null,
    currency: price.currency,
    custom_text: { ...sample.custom_text, submit: params.custom_text?.submit ?? null },
    customer_details: null,
    discounts: code ? [{ coupon: null, promotion_code: code.id }] : [],
    invoice_creation: params.invoice_creation.enabled ? sample.invoice_creation : null,
    managed_payments: params.managed_payments,
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
  updateTotals(payment, code ? discountAmount(code, amount) : 0);
  state.payments.push(payment);
  return session;
};

export const expireSession = (session: StandInSession): EventDrafts => {
  const { status } = session;
  refuseIf(status !== 'open', `Only an open session can expire. This one is ${status}.`);
  session.status = 'expired';
  session.url = null;
  return [{ type: 'checkout.session.expired', object: session }];
};
