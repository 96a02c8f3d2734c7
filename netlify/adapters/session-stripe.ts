import type Stripe from 'stripe';
import type { CheckoutSession } from '../domain/checkout.ts';
import { readMark } from '../domain/session-mark.ts';
import type { StripeClient } from './stripe-client.ts';

/** More partial refunds of one payment than anybody gives, and an end to asking. */
const MAX_REFUNDS = 1000;

const expanded = <T extends { id: string }>(field: string | T | null): T | null =>
  typeof field === 'string' ? null : field;

/** A payment that came to nothing; Stripe wants another method, in another session. */
const FAILED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

const paymentOf = (
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CheckoutSession['payment'] => {
  if (session.status !== 'complete') return 'none';
  // 'no_payment_required' (a discount of 100 %) counts as paid.
  if (session.payment_status !== 'unpaid') return 'paid';
  // Anything else may still be paid: a debit that is processing, a voucher that waits for its buyer.
  return FAILED.has(intent?.status ?? '') ? 'failed' : 'pending';
};

export type SessionReader = {
  /** What a session must be asked for with: its payment, its last charge and that one's refunds. */
  readonly expand: readonly string[];
  readonly toSession: (session: Stripe.Checkout.Session) => Promise<CheckoutSession | 'foreign'>;
};

type ReaderOptions = StripeClient & {
  /** Told of a session that names a product of this shop, but was not opened or not paid as ours are. */
  readonly onDoubtful: (sessionId: string) => void;
};

/** Reads Stripe's session as this shop understands it. One call; more only where money went back. */
export const createSessionReader = ({ ask, onDoubtful }: ReaderOptions): SessionReader => {
  const disputesOf = async (charge: Stripe.Charge | null): Promise<Stripe.Dispute[]> => {
    if (!charge?.disputed) return [];
    return (await ask((stripe) => stripe.disputes.list({ charge: charge.id, limit: 100 }))).data;
  };

  const refundsOf = async (charge: Stripe.Charge | null): Promise<Stripe.Refund[]> => {
    if (!charge?.refunds?.has_more) return charge?.refunds?.data ?? [];
    const wanted = { charge: charge.id, limit: 100 };
    return ask((stripe) => stripe.refunds.list(wanted).autoPagingToArray({ limit: MAX_REFUNDS }));
  };

  return {
    expand: ['payment_intent.latest_charge.refunds'],
    toSession: async (session) => {
      const mark = readMark(session);
      if (mark === 'doubtful') onDoubtful(session.id);
      if (typeof mark === 'string') return 'foreign';
      const intent = expanded(session.payment_intent);
      const charge = expanded(intent?.latest_charge ?? null);
      const [refunds, disputes] = await Promise.all([refundsOf(charge), disputesOf(charge)]);
      return {
        id: session.id,
        productType: mark.productType,
        amountInCents: session.amount_total ?? 0,
        currency: session.currency ?? 'usd',
        createdAt: session.created,
        payment: paymentOf(session, intent),
        paymentId: intent?.id ?? null,
        refunds: refunds.map(({ id, amount, status, created }) => ({
          id,
          amountInCents: amount,
          status: status ?? 'pending',
          createdAt: created,
        })),
        disputes: disputes.map(({ id, status }) => ({ id, status })),
      };
    },
  };
};
