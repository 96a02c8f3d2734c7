import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { SESSION_ID } from '#contract/order-number.ts';
import { getEnv } from '../platform/env.ts';
import { nullIfUnknown, stripeClient } from './client.ts';
import { productTypeIfOurs } from './metadata.ts';
import { readSale } from './read-sale.ts';
import type { Sale } from './sale.ts';

export const sessionIdSchema = z.string().check(z.regex(SESSION_ID));

export type CheckoutSession = {
  readonly id: string;
  /** null while nothing is bought. */
  readonly sale: Sale | null;
  /** As the buyer typed it. The shop does not store it. */
  readonly email: string | null;
  /** Another site of this shop may use the same Stripe account. */
  readonly isOfThisSite: boolean;
};

export const EXPAND = ['payment_intent.latest_charge.refunds'];

/** Returns 'foreign' for a session that this shop did not open. Throws `Unavailable`. */
export const toSession = async (
  session: Stripe.Checkout.Session,
): Promise<CheckoutSession | 'foreign'> => {
  const productType = productTypeIfOurs(session);
  if (productType === null) return 'foreign';
  const email = session.customer_details?.email ?? session.customer_email;
  const siteUrl = `${getEnv().PUBLIC_SITE_URL}/`;
  return {
    id: session.id,
    sale: await readSale(session, productType, email),
    email,
    isOfThisSite: session.success_url?.startsWith(siteUrl) ?? false,
  };
};

/** Returns 'unknown' if the account and mode of the shop's key have no such session. */
export const readSession = async (
  sessionId: string,
): Promise<CheckoutSession | 'unknown' | 'foreign'> => {
  const session = await stripeClient().call((stripe) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: [...EXPAND] }).catch(nullIfUnknown),
  );
  return session ? toSession(session) : 'unknown';
};

export const findSessionOfPayment = async (paymentId: string): Promise<string | null> => {
  const sessions = await stripeClient().call((stripe) =>
    stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 }).catch(nullIfUnknown),
  );
  return sessions?.data[0]?.id ?? null;
};
