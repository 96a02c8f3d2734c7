import type { SessionParams } from './api/session-params.ts';
import { badRequest } from './errors.ts';
import { newId } from './ids.ts';
import { totalAmount } from './objects/amounts.ts';
import type { Line, Payment } from './state.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** For the time that the call is under way, and for clocks that differ a little. */
const LEEWAY = 60;
const LEAST_AMOUNT = 50;

type LineParams = SessionParams['line_items'][number];

const newLine = ({ price_data: price, quantity }: LineParams): Line => ({
  id: newId('li_1'),
  priceId: newId('price_1'),
  productId: newId('prod_'),
  name: price.product_data.name,
  unitAmount: price.unit_amount,
  quantity,
});

const onlyCurrency = (lines: LineParams[]) => {
  const [currency, ...others] = new Set(
    lines.map((line) => line.price_data.currency.toLowerCase()),
  );
  if (currency === undefined || others.length > 0) {
    throw badRequest('All line items must have the same currency.', { param: 'line_items' });
  }
  return currency;
};

const expiryOf = (wanted: number | undefined, created: number) => {
  if (wanted === undefined) return created + DAY;
  if (wanted < created + 30 * MINUTE - LEEWAY) {
    throw badRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (wanted > created + DAY + LEEWAY) {
    throw badRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return wanted;
};

/** A new open session from checked parameters. */
export const openSession = (params: SessionParams, origin: string, nowMs: number): Payment => {
  const created = Math.floor(nowMs / 1000);
  const id = newId('cs_test_');
  const payment: Payment = {
    id,
    url: `${origin}/c/pay/${id}`,
    created,
    expiresAt: expiryOf(params.expires_at, created),
    status: 'open',
    currency: onlyCurrency(params.line_items),
    lines: params.line_items.map(newLine),
    discount: null,
    metadata: params.metadata,
    intentMetadata: params.payment_intent_data?.metadata ?? {},
    intentDescription: params.payment_intent_data?.description ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customerEmail: params.customer_email ?? null,
    locale: params.locale ?? null,
    submitType: params.submit_type ?? null,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    paymentMethodTypes: params.payment_method_types ?? ['card', 'us_bank_account'],
    buyer: null,
    intent: null,
    attempts: [],
    refunds: [],
    disputes: [],
    warnings: [],
    due: [],
  };
  if (totalAmount(payment) < LEAST_AMOUNT) {
    throw badRequest("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: 'amount_too_small',
    });
  }
  return payment;
};
