import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { SESSION_ID } from '#contract/order-number.ts';
import { currentSite } from '../platform/context.ts';
import { getEnv } from '../platform/env.ts';
import { type CallOptions, nullIfUnknown, stripeClient } from './client.ts';
import { type ShopMetadata, shopMetadataOf } from './metadata.ts';
import { readSale } from './read-sale.ts';
import type { Sale } from './sale.ts';

export const sessionIdSchema = z.string().check(z.regex(SESSION_ID));

export type CheckoutSession = {
  readonly id: string;
  /** null until the checkout is complete. */
  readonly sale: Sale | null;
  /** As the buyer typed it. The shop does not store it. */
  readonly email: string | null;
  /** Another site of this shop may use the same Stripe account. */
  readonly isOfThisSite: boolean;
};

const siteIdOf = (site: string): string => site.slice(0, site.indexOf('/'));

/**
 * Compares the success URL if the metadata contains no site or a different one, because a shop may
 * move to a new site and keep its domain.
 */
export const wasOpenedHere = (
  { success_url: successUrl }: Stripe.Checkout.Session,
  { site: openedBy }: ShopMetadata,
): boolean => {
  const site = currentSite();
  const isOfSite = openedBy !== undefined && site !== null && siteIdOf(openedBy) === siteIdOf(site);
  if (isOfSite) return openedBy === site;
  return successUrl?.startsWith(`${getEnv().PUBLIC_SITE_URL}/`) ?? false;
};

export const emailOf = (session: Stripe.Checkout.Session): string | null =>
  session.customer_details?.email ?? session.customer_email;

/** Returns 'foreign' for a session that this shop did not create. Throws `Unavailable`. */
export const toSession = async (
  session: Stripe.Checkout.Session,
  options: CallOptions = {},
): Promise<CheckoutSession | 'foreign'> => {
  const metadata = shopMetadataOf(session);
  // A session that only stores a payment method has no amount.
  if (metadata === null || session.amount_total === null) return 'foreign';
  const email = emailOf(session);
  return {
    id: session.id,
    sale: await readSale(session, metadata, email, options),
    email,
    isOfThisSite: wasOpenedHere(session, metadata),
  };
};

const EXPAND = ['payment_intent.latest_charge.refunds', 'discounts.promotion_code'];

/**
 * Returns 'unknown' if the session does not exist in the account and mode of the shop's key. Throws
 * `Unavailable`.
 */
export const readSession = async (
  sessionId: string,
  options: CallOptions = {},
): Promise<CheckoutSession | 'unknown' | 'foreign'> => {
  const session = await stripeClient().call((stripe) =>
    stripe.checkout.sessions
      .retrieve(sessionId, { expand: [...EXPAND] }, options)
      .catch(nullIfUnknown),
  );
  return session ? toSession(session, options) : 'unknown';
};

/** Returns null if the session has no address or is not this shop's. Throws `Unavailable`. */
export const readEmail = async (sessionId: string): Promise<string | null> => {
  const session = await stripeClient().call((stripe) =>
    stripe.checkout.sessions.retrieve(sessionId).catch(nullIfUnknown),
  );
  return session && shopMetadataOf(session) ? emailOf(session) : null;
};

/** Returns null if another shop on the Stripe account took the payment. Throws `Unavailable`. */
export const findSessionOfPayment = async (
  paymentId: string,
  options: CallOptions = {},
): Promise<string | null> => {
  const sessions = await stripeClient().call((stripe) =>
    stripe.checkout.sessions
      .list({ payment_intent: paymentId, limit: 1 }, options)
      .catch(nullIfUnknown),
  );
  const session = sessions?.data[0];
  return session && shopMetadataOf(session) ? session.id : null;
};
