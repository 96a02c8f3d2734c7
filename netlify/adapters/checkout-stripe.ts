import Stripe from 'stripe';
import { z } from 'zod';
import { type Product, productTypeSchema } from '#contract/catalogue.ts';
import type { CheckoutSession } from '../domain/checkout.ts';
import { Unavailable } from '../domain/unavailable.ts';
import type { StripeClient } from './stripe-client.ts';

const metadataSchema = z.object({ product_type: productTypeSchema });

/** What the session, its payment and its last charge say, in one call. */
const EXPAND = ['payment_intent.latest_charge.refunds'];

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

type CheckoutOptions = StripeClient & {
  /** The shop's own origin, from configuration, never from a header. */
  readonly siteUrl: string;
};

export const createCheckout = ({ stripe, reached, siteUrl }: CheckoutOptions) => {
  const disputesOf = async (charge: Stripe.Charge | null) =>
    charge?.disputed
      ? (await reached(stripe.disputes.list({ charge: charge.id, limit: 100 }))).data
      : [];

  const read = async (session: Stripe.Checkout.Session): Promise<CheckoutSession | 'foreign'> => {
    const ours = metadataSchema.safeParse(session.metadata);
    if (!ours.success) return 'foreign';
    const intent = expanded(session.payment_intent);
    const charge = expanded(intent?.latest_charge ?? null);
    return {
      id: session.id,
      productType: ours.data.product_type,
      amountInCents: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      createdAt: session.created,
      payment: paymentOf(session, intent),
      refunds: (charge?.refunds?.data ?? []).map(({ id, amount, status }) => ({
        id,
        amountInCents: amount,
        status: status ?? 'pending',
      })),
      disputes: (await disputesOf(charge)).map(({ id, status }) => ({ id, status })),
    };
  };

  return {
    /** Opens a session for one product and answers the address of its payment page. */
    start: async (product: Product, currency: string): Promise<string> => {
      const metadata = { product_type: product.product_type };
      const session = await reached(
        stripe.checkout.sessions.create({
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency,
                unit_amount: product.price_in_cents,
                product_data: { name: product.name },
              },
            },
          ],
          metadata,
          payment_intent_data: { metadata },
          // Stripe fills in the braces; they must reach it unescaped.
          success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${siteUrl}/payment-canceled`,
        }),
      );
      if (session.url === null) throw new Unavailable('payments', 'session without an address');
      return session.url;
    },

    find: async (sessionId: string): Promise<CheckoutSession | 'unknown' | 'foreign'> => {
      const retrieved = stripe.checkout.sessions
        .retrieve(sessionId, { expand: EXPAND })
        .catch((error: unknown) => {
          const unknownId =
            error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
          if (unknownId) return null;
          throw error;
        });
      const session = await reached(retrieved);
      return session ? read(session) : 'unknown';
    },

    /** The session that a payment was made through; null for payments that had none. */
    sessionOfPayment: async (paymentIntentId: string): Promise<string | null> => {
      const list = stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
      return (await reached(list)).data[0]?.id ?? null;
    },
  };
};
