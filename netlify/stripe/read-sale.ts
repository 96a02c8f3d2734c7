import type Stripe from 'stripe';
import { buyerHash } from '../shop/buyer-hash.ts';
import { stripeClient } from './client.ts';
import { type Sale, saleSchema } from './sale.ts';

const MAX_REFUNDS = 1000;

const PAGE_SIZE = 100;

const expanded = <T extends { id: string }>(field: string | T | null): T | null =>
  typeof field === 'string' ? null : field;

/** The buyer has to pay again, in another session. */
const FAILED_PAYMENTS: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

const paymentStateOf = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Sale['payment'] => {
  // 'no_payment_required', after a discount of 100 %, counts as paid.
  if (session.payment_status !== 'unpaid') return 'paid';
  const hasFailed = intent !== null && FAILED_PAYMENTS.has(intent.status);
  return hasFailed ? 'failed' : 'pending';
};

const readRefunds = async (charge: Stripe.Charge | null): Promise<Stripe.Refund[]> => {
  if (!charge?.refunds) return [];
  if (!charge.refunds.has_more) return charge.refunds.data;
  return stripeClient().call((stripe) =>
    stripe.refunds
      .list({ charge: charge.id, limit: PAGE_SIZE })
      .autoPagingToArray({ limit: MAX_REFUNDS }),
  );
};

const readDisputes = async (charge: Stripe.Charge | null): Promise<Stripe.Dispute[]> => {
  if (!charge?.disputed) return [];
  const { data } = await stripeClient().call((stripe) =>
    stripe.disputes.list({ charge: charge.id, limit: PAGE_SIZE }),
  );
  return data;
};

const toRefund = ({ id, amount, status, created }: Stripe.Refund): Sale['refunds'][number] => ({
  id,
  amountInCents: amount,
  status: status ?? 'pending',
  createdAt: created,
});

const toDispute = (dispute: Stripe.Dispute): Sale['disputes'][number] => {
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    status: dispute.status,
    createdAt: dispute.created,
    // Stripe writes 0 if the bank accepts no response.
    dueBy: dueBy || null,
  };
};

const presentedAmountOf = (session: Stripe.Checkout.Session): Sale['presented'] => {
  const { presentment_details: presentment, currency } = session;
  if (!presentment || presentment.presentment_currency === currency) return null;
  return { amount: presentment.presentment_amount, currency: presentment.presentment_currency };
};

/** `save` compares sales as JSON. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** Returns null while nothing is bought. */
export const readSale = async (
  session: Stripe.Checkout.Session,
  productType: Sale['productType'],
  email: string | null,
): Promise<Sale | null> => {
  if (session.status !== 'complete') return null;
  const intent = expanded(session.payment_intent);
  const charge = expanded(intent?.latest_charge ?? null);
  const [refunds, disputes] = await Promise.all([readRefunds(charge), readDisputes(charge)]);
  const payment = paymentStateOf(session, intent);
  const chargedAt = charge?.created ?? session.created;
  return saleSchema.parse({
    productType,
    amountInCents: session.amount_total,
    discountInCents: session.total_details?.amount_discount ?? 0,
    taxInCents: session.total_details?.amount_tax ?? 0,
    currency: session.currency,
    presented: presentedAmountOf(session),
    createdAt: session.created,
    payment,
    paidAt: payment === 'paid' ? chargedAt : null,
    paymentId: intent?.id ?? null,
    refunds: refunds.map(toRefund).sort(byId),
    disputes: disputes.map(toDispute).sort(byId),
    buyer: email === null ? null : buyerHash(email),
  });
};
