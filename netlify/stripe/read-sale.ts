import type Stripe from 'stripe';
import { buyerHash } from '../shop/buyer-hash.ts';
import { type CallOptions, stripeClient } from './client.ts';
import { type ShopMetadata, matchesPrice } from './metadata.ts';
import { disputedAmount, refundStatus } from './returned-money.ts';
import { type Sale, saleSchema } from './sale.ts';

const MAX_REFUNDS = 1000;

const PAGE_SIZE = 100;

const expanded = <T extends { id: string }>(field: string | T | null): T | null =>
  typeof field === 'string' ? null : field;

/** After these statuses, the buyer has to pay again in another session. */
const FAILED_PAYMENTS: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

const paymentStateOf = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Sale['payment'] => {
  // 'no_payment_required', after a discount of 100%, counts as paid.
  if (session.payment_status !== 'unpaid') return 'paid';
  const hasFailed = intent !== null && FAILED_PAYMENTS.has(intent.status);
  return hasFailed ? 'failed' : 'pending';
};

const readRefunds = async (
  charge: Stripe.Charge | null,
  options: CallOptions,
): Promise<Stripe.Refund[]> => {
  if (!charge?.refunds) return [];
  if (!charge.refunds.has_more) return charge.refunds.data;
  return stripeClient().call((stripe) =>
    stripe.refunds
      .list({ charge: charge.id, limit: PAGE_SIZE }, options)
      .autoPagingToArray({ limit: MAX_REFUNDS }),
  );
};

/** Does not rely on `charge.disputed`: Stripe does not document it for inquiries. */
const readDisputes = async (
  intent: Stripe.PaymentIntent | null,
  options: CallOptions,
): Promise<Stripe.Dispute[]> => {
  if (intent === null) return [];
  const { data } = await stripeClient().call((stripe) =>
    stripe.disputes.list({ payment_intent: intent.id, limit: PAGE_SIZE }, options),
  );
  return data;
};

const toRefund = (refund: Stripe.Refund): Sale['refunds'][number] => ({
  id: refund.id,
  amountInCents: refund.amount,
  status: refundStatus(refund),
  createdAt: refund.created,
});

const toDispute = (dispute: Stripe.Dispute, currency: string | null): Sale['disputes'][number] => {
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    status: dispute.status,
    amountInCents: disputedAmount(dispute, currency),
    createdAt: dispute.created,
    // Stripe sets 0 if the bank accepts no response.
    dueBy: dueBy || null,
  };
};

/** A checkout accepts only one code. */
const promotionCodeOf = ({ discounts }: Stripe.Checkout.Session): string | null =>
  expanded(discounts?.[0]?.promotion_code ?? null)?.code ?? null;

const presentedAmountOf = (session: Stripe.Checkout.Session): Sale['presented'] => {
  const { presentment_details: presentment, currency } = session;
  if (!presentment || presentment.presentment_currency === currency) return null;
  return { amount: presentment.presentment_amount, currency: presentment.presentment_currency };
};

/** `save` compares sales as JSON, so the order of their lists must not vary. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/**
 * Returns null until the checkout is complete. `session` must have the payment and the promotion
 * code expanded. Throws `Unavailable`.
 */
export const readSale = async (
  session: Stripe.Checkout.Session,
  metadata: ShopMetadata,
  email: string | null,
  options: CallOptions,
): Promise<Sale | null> => {
  if (session.status !== 'complete') return null;
  const intent = expanded(session.payment_intent);
  const charge = expanded(intent?.latest_charge ?? null);
  const payment = paymentStateOf(session, intent);
  const [refunds, disputes] = await Promise.all([
    readRefunds(charge, options),
    payment === 'paid' ? readDisputes(intent, options) : [],
  ]);
  const chargedAt = charge?.created ?? session.created;
  return saleSchema.parse({
    productType: metadata.product_type,
    amountInCents: session.amount_total,
    discountInCents: session.total_details?.amount_discount ?? 0,
    promotionCode: promotionCodeOf(session),
    taxInCents: session.total_details?.amount_tax ?? 0,
    currency: session.currency,
    presented: presentedAmountOf(session),
    createdAt: session.created,
    matchesPrice: matchesPrice(session, metadata),
    payment,
    paidAt: payment === 'paid' ? chargedAt : null,
    paymentId: intent?.id ?? null,
    refunds: refunds.map(toRefund).sort(byId),
    disputes: disputes.map((dispute) => toDispute(dispute, session.currency)).sort(byId),
    buyer: email === null ? null : buyerHash(email),
  });
};
