import type Stripe from 'stripe';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { readMark } from '../checkout/session-mark.ts';
import { nullIfUnknown, stripeClient } from '../clients/stripe.ts';
import { getEnv } from '../env.ts';
import { logWarning } from '../http/log.ts';
import { buyerKey } from '../mail/buyer-key.ts';
import { toDispute } from './disputes.ts';
import { numberOf } from './order-names.ts';

/** More partial refunds than any payment has, so that asking ends. */
const MAX_REFUNDS = 1000;

const expanded = <T extends { id: string }>(field: string | T | null): T | null =>
  typeof field === 'string' ? null : field;

/** The payment failed: Stripe wants another method, in another session. */
const FAILED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

const paymentOf = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CheckoutSession['payment'] => {
  if (session.status !== 'complete') return 'none';
  // 'no_payment_required' (a discount of 100 %) counts as paid.
  if (session.payment_status !== 'unpaid') return 'paid';
  // A debit that is processing, or a voucher that waits for its buyer, may still be paid.
  return FAILED.has(intent?.status ?? '') ? 'failed' : 'pending';
};

/** Each session comes with its payment, its last charge, and that charge's refunds. */
export const EXPAND = ['payment_intent.latest_charge.refunds'];

const ofPayment = (stripe: Stripe, paymentIntentId: string) =>
  stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });

const disputesOf = async (charge: Stripe.Charge | null): Promise<Stripe.Dispute[]> => {
  if (!charge?.disputed) return [];
  const wanted = { charge: charge.id, limit: 100 };
  return (await stripeClient().ask((stripe) => stripe.disputes.list(wanted))).data;
};

const refundsOf = async (charge: Stripe.Charge | null): Promise<Stripe.Refund[]> => {
  if (!charge?.refunds?.has_more) return charge?.refunds?.data ?? [];
  const wanted = { charge: charge.id, limit: 100 };
  const most = { limit: MAX_REFUNDS };
  return stripeClient().ask((stripe) => stripe.refunds.list(wanted).autoPagingToArray(most));
};

const presentedIn = ({ presentment_details: shown, currency }: Stripe.Checkout.Session) =>
  shown && shown.presentment_currency !== currency
    ? `${shown.presentment_amount} ${shown.presentment_currency}`
    : null;

const doubted = new Set<string>();

/** Logs once per instance, since the reconciler meets a session for three days. */
const logDoubtful = (sessionId: string): void => {
  if (doubted.has(sessionId)) return;
  doubted.add(sessionId);
  logWarning({ event: 'session of another make or price', order: numberOf(sessionId) });
};

/** What a session of Stripe's means to this shop. Asks Stripe further only where money went back. */
export const toSession = async (
  session: Stripe.Checkout.Session,
): Promise<CheckoutSession | 'foreign'> => {
  const mark = readMark(session);
  if (mark === 'doubtful') logDoubtful(session.id);
  if (typeof mark === 'string') return 'foreign';
  const intent = expanded(session.payment_intent);
  const charge = expanded(intent?.latest_charge ?? null);
  const email = session.customer_details?.email ?? session.customer_email;
  const [refunds, disputes] = await Promise.all([refundsOf(charge), disputesOf(charge)]);
  return {
    id: session.id,
    productType: mark.productType,
    amountInCents: session.amount_total ?? 0,
    discountInCents: session.total_details?.amount_discount ?? 0,
    taxInCents: session.total_details?.amount_tax ?? 0,
    presented: presentedIn(session),
    currency: session.currency ?? 'usd',
    createdAt: session.created,
    payment: paymentOf(session, intent),
    paidAt: charge?.created ?? session.created,
    isOfThisSite: session.success_url?.startsWith(`${getEnv().PUBLIC_SITE_URL}/`) === true,
    paymentId: intent?.id ?? null,
    email,
    buyer: email === null ? null : buyerKey(email),
    refunds: refunds.map(({ id, amount, status, created }) => ({
      id,
      amountInCents: amount,
      status: status ?? 'pending',
      createdAt: created,
    })),
    disputes: disputes.map(toDispute),
  };
};

/** What Stripe answers about a session. 'foreign': it belongs to something else on the same account. */
export const findSession = async (
  sessionId: string,
): Promise<CheckoutSession | 'unknown' | 'foreign'> => {
  const wanted = { expand: [...EXPAND] };
  const session = await stripeClient().ask((stripe) =>
    stripe.checkout.sessions.retrieve(sessionId, wanted).catch(nullIfUnknown),
  );
  return session ? toSession(session) : 'unknown';
};

/** The session of a payment; null for a payment without one. */
export const sessionOfPayment = async (paymentIntentId: string): Promise<string | null> => {
  const sessions = await stripeClient().ask((stripe) => ofPayment(stripe, paymentIntentId));
  return sessions.data[0]?.id ?? null;
};

/** The same for an id that somebody typed: null also for one that Stripe does not know. */
export const findByPayment = async (paymentIntentId: string): Promise<string | null> => {
  const sessions = await stripeClient().ask((stripe) =>
    ofPayment(stripe, paymentIntentId).catch(nullIfUnknown),
  );
  return sessions?.data[0]?.id ?? null;
};

/** A session with its buyer's address; null where Stripe has none. Throws where Stripe cannot be reached. */
export const findRecipient = async (
  sessionId: string,
): Promise<(CheckoutSession & { readonly email: string }) | null> => {
  const session = await findSession(sessionId);
  if (typeof session === 'string' || session.email === null) return null;
  return { ...session, email: session.email };
};
