import * as z from 'zod';
import { integer, pairs, textUpTo, webAddress } from '../api/params.ts';
import { badRequest } from '../errors.ts';
import { newId, nowInSeconds } from '../ids.ts';
import { INVOICE_CREATION, SESSION } from '../objects/session.ts';
import { discountOf, findById } from '../promotion-codes.ts';
import { addUp, checkTotal } from '../totals.ts';
import type { EventDrafts } from '../services.ts';
import type { Payment, Session, State } from '../state.ts';

const DAY = 24 * 60 * 60;

/** Stripe's limit in minor units (docs.stripe.com/currencies): eight digits in every currency. */
const MOST_AMOUNT = 99_999_999;

const taxCode = z
  .string()
  .regex(/^txcd_\d{8}$/, 'No such tax code')
  .optional();
const onOff = z.strictObject({ enabled: z.enum(['true', 'false']) });

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.enum(['usd', 'jpy']),
    unit_amount: integer(0, MOST_AMOUNT),
    product_data: z.strictObject({ name: textUpTo(250), tax_code: taxCode }),
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
  automatic_tax: onOff.optional(),
  invoice_creation: onOff.optional(),
  managed_payments: onOff.optional(),
  adaptive_pricing: onOff.optional(),
  allow_promotion_codes: z.enum(['true', 'false']).optional(),
  discounts: z.tuple([z.strictObject({ promotion_code: z.string() })]).optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: textUpTo(1200) }) }).optional(),
});

type Params = z.infer<typeof newSessionParams>;

/** Stripe does the first three itself, and the page of the payment is its own. */
const NOT_MANAGED = [
  'automatic_tax',
  'invoice_creation',
  'adaptive_pricing',
  'custom_text',
] as const;

const checkManaged = ({ managedPayments }: State, params: Params) => {
  const param = NOT_MANAGED.find((name) => params[name]);
  if (param) throw badRequest(`${param} cannot be used with Managed Payments.`, { param });
  if (!params.line_items[0].price_data.product_data.tax_code) {
    const message = 'Product tax code is required for Managed Payments.';
    throw badRequest(message, { param: 'line_items[0]' });
  }
  if (managedPayments === 'off') {
    throw badRequest('You must accept the terms of Managed Payments in your Dashboard first.');
  }
};

/** undefined where the session does not say. */
const isOn = (setting: z.infer<typeof onOff> | undefined) => setting && setting.enabled === 'true';

const checkTaxed = ({ taxSettings }: State, { price_data: price }: z.infer<typeof lineItem>) => {
  if (taxSettings.status !== 'active') {
    throw badRequest('You must have a valid head office address to enable automatic tax.');
  }
  if (!price.tax_behavior) {
    throw badRequest('The tax behavior of the price must be inclusive or exclusive.');
  }
};

/** A new open session from checked parameters. */
export const openSession = (state: State, params: Params, origin: string): Session => {
  const { discounts, allow_promotion_codes: takesCodes } = params;
  if (discounts && takesCodes) {
    throw badRequest(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      { param: 'allow_promotion_codes' },
    );
  }
  const code = discounts && findById(state, discounts[0].promotion_code);
  const [line] = params.line_items;
  const { currency, unit_amount, product_data } = line.price_data;
  const amount = unit_amount * line.quantity;
  checkTotal(amount, currency);
  const isManaged = isOn(params.managed_payments) ?? state.managedPayments === 'byDefault';
  if (isManaged) checkManaged(state, params);
  const isTaxed = isOn(params.automatic_tax) ?? false;
  if (isTaxed) checkTaxed(state, line);

  const created = nowInSeconds();
  const id = newId('cs_test_', 58);
  const url = `${origin}/c/pay/${id}`;
  const session: Session = {
    ...SESSION,
    id,
    url,
    created,
    expires_at: created + DAY,
    adaptive_pricing: { enabled: isManaged || isOn(params.adaptive_pricing) === true },
    allow_promotion_codes: takesCodes === undefined ? null : takesCodes === 'true',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    currency,
    custom_text: { ...SESSION.custom_text, submit: params.custom_text?.submit ?? null },
    discounts: code ? [{ coupon: null, promotion_code: code.object.id }] : [],
    invoice_creation: isOn(params.invoice_creation) ? INVOICE_CREATION : null,
    managed_payments: { enabled: isManaged },
    metadata: params.metadata,
    success_url: params.success_url,
  };
  if (isManaged || isTaxed) {
    session.automatic_tax = { ...SESSION.automatic_tax, enabled: true, status: 'complete' };
  }
  const payment: Payment = {
    session,
    url,
    product: product_data.name,
    isTaxIncluded: line.price_data.tax_behavior === 'inclusive',
    intentMetadata: params.payment_intent_data.metadata,
    intent: null,
    charge: null,
    refunds: [],
    disputes: [],
    scheduled: [],
  };
  addUp(payment, code ? discountOf(code, amount) : 0);
  state.payments.push(payment);
  return session;
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
