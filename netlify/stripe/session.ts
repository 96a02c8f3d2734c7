import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { SESSION_ID } from '#contract/order-number.ts';
import { buyerKey } from '../shop/buyer.ts';
import { getEnv } from '../platform/env.ts';
import { nullIfUnknown, stripeClient } from './client.ts';
import { productTypeSchema, readMark } from './checkout.ts';

/** A session id in a request. */
export const sessionIdSchema = z.string().check(z.regex(SESSION_ID));

const count = z.int().check(z.nonnegative());
/** Unix time in seconds. */
const time = z.int();

/** Statuses are Stripe's own words (docs.stripe.com/api/refunds/object). */
const refundSchema = z.object({
  id: z.string(),
  amountInCents: count,
  status: z.string(),
  createdAt: time,
});

/** Statuses are Stripe's own words (docs.stripe.com/api/disputes/object). */
const disputeSchema = z.object({
  id: z.string(),
  status: z.string(),
  createdAt: time,
  /** Until when the bank takes an answer; null if it takes none. */
  dueBy: z.nullable(time),
});

/**
 * A purchase according to Stripe, in the form in which it is stored. Amounts are in the currency's minor units. A new
 * field needs a default, since stored sales lack it.
 */
export const saleSchema = z.object({
  productType: productTypeSchema,
  /** The charged amount, with tax. */
  amountInCents: count,
  /** The promotion code's discount. */
  discountInCents: count,
  /** The tax in the amount. */
  taxInCents: count,
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: z.string(),
  /** The amount in the currency of a buyer abroad; null for the shop's own currency. */
  presented: z.nullable(z.object({ amount: count, currency: z.string() })),
  /** When the checkout began. */
  createdAt: time,
  /** 'pending': the bank is still processing, as with a bank debit. */
  payment: z.enum(['pending', 'failed', 'paid']),
  /** The time of the charge, or of the checkout if there was nothing to pay; null if it is not paid. */
  paidAt: z.nullable(time),
  /** Stripe's payment intent; null if there was nothing to pay. */
  paymentId: z.nullable(z.string()),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  /** The HMAC of the buyer's address; null if Stripe has no address, or the buyer was forgotten. */
  buyer: z.nullable(z.string()),
});

export type Sale = Readonly<z.infer<typeof saleSchema>>;

/** Stripe's answer about a session of this shop. */
export type CheckoutSession = {
  readonly id: string;
  /** null while nothing is bought. */
  readonly sale: Sale | null;
  /** As the buyer typed it at Stripe. The shop does not store it. */
  readonly email: string | null;
  /** Whether it was opened at this shop's address. Another site may use the same Stripe account. */
  readonly isOfThisSite: boolean;
};

/** More partial refunds than any payment has. */
const MAX_REFUNDS = 1000;

/** Each session comes with its payment, its last charge, and that charge's refunds. */
export const EXPAND = ['payment_intent.latest_charge.refunds'];

const expanded = <T extends { id: string }>(field: string | T | null): T | null =>
  typeof field === 'string' ? null : field;

/** Stripe waits for another payment method, in another session. */
const FAILED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

const paymentOf = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Sale['payment'] => {
  // 'no_payment_required' (a discount of 100 %) counts as paid.
  if (session.payment_status !== 'unpaid') return 'paid';
  return FAILED.has(intent?.status ?? '') ? 'failed' : 'pending';
};

const refundsOf = async (charge: Stripe.Charge | null): Promise<Stripe.Refund[]> => {
  if (!charge?.refunds?.has_more) return charge?.refunds?.data ?? [];
  const wanted = { charge: charge.id, limit: 100 };
  const most = { limit: MAX_REFUNDS };
  return stripeClient().ask((stripe) => stripe.refunds.list(wanted).autoPagingToArray(most));
};

const disputesOf = async (charge: Stripe.Charge | null): Promise<Stripe.Dispute[]> => {
  if (!charge?.disputed) return [];
  const wanted = { charge: charge.id, limit: 100 };
  return (await stripeClient().ask((stripe) => stripe.disputes.list(wanted))).data;
};

const presentedIn = ({ presentment_details: shown, currency }: Stripe.Checkout.Session) =>
  shown && shown.presentment_currency !== currency
    ? { amount: shown.presentment_amount, currency: shown.presentment_currency }
    : null;

/** One order for equal sets, so that equal sales are equal texts. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

const saleOf = async (
  session: Stripe.Checkout.Session,
  productType: Sale['productType'],
  email: string | null,
): Promise<Sale | null> => {
  if (session.status !== 'complete') return null;
  const intent = expanded(session.payment_intent);
  const charge = expanded(intent?.latest_charge ?? null);
  const [refunds, disputes] = await Promise.all([refundsOf(charge), disputesOf(charge)]);
  const payment = paymentOf(session, intent);
  return saleSchema.parse({
    productType,
    amountInCents: session.amount_total,
    discountInCents: session.total_details?.amount_discount ?? 0,
    taxInCents: session.total_details?.amount_tax ?? 0,
    currency: session.currency,
    presented: presentedIn(session),
    createdAt: session.created,
    payment,
    paidAt: payment === 'paid' ? (charge?.created ?? session.created) : null,
    paymentId: intent?.id ?? null,
    refunds: refunds
      .map(({ id, amount, status, created }) => ({
        id,
        amountInCents: amount,
        status: status ?? 'pending',
        createdAt: created,
      }))
      .sort(byId),
    disputes: disputes
      .map(({ id, status, created, evidence_details: { due_by: dueBy } }) => ({
        id,
        status,
        createdAt: created,
        // Stripe writes 0 if the bank takes no answer.
        dueBy: dueBy || null,
      }))
      .sort(byId),
    buyer: email === null ? null : buyerKey(email),
  });
};

/** The session as an order's sale, or 'foreign' for one of another shop. Asks Stripe further only if money went back. */
export const toSession = async (
  session: Stripe.Checkout.Session,
): Promise<CheckoutSession | 'foreign'> => {
  const productType = readMark(session);
  if (productType === null) return 'foreign';
  const email = session.customer_details?.email ?? session.customer_email;
  return {
    id: session.id,
    sale: await saleOf(session, productType, email),
    email,
    isOfThisSite: session.success_url?.startsWith(`${getEnv().PUBLIC_SITE_URL}/`) === true,
  };
};

/** Asks Stripe about a session. 'foreign': it belongs to something else on the same account. Throws `Unavailable`. */
export const readSession = async (
  sessionId: string,
): Promise<CheckoutSession | 'unknown' | 'foreign'> => {
  const session = await stripeClient().ask((stripe) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: [...EXPAND] }).catch(nullIfUnknown),
  );
  return session ? toSession(session) : 'unknown';
};

/** The session of a payment; null if there is none, or Stripe does not know the payment. */
export const sessionOfPayment = async (paymentId: string): Promise<string | null> => {
  const wanted = { payment_intent: paymentId, limit: 1 };
  const sessions = await stripeClient().ask((stripe) =>
    stripe.checkout.sessions.list(wanted).catch(nullIfUnknown),
  );
  return sessions?.data[0]?.id ?? null;
};
