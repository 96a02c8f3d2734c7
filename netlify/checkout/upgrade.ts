import { type Order, orderFrom } from '../orders/orders.ts';
import { catalogue, findByType } from '../catalogue.ts';
import { stripeClient } from '../clients/stripe.ts';
import { now } from '../clock.ts';
import { Problem } from '../http/problem.ts';
import type { Facts } from '../orders/facts.ts';
import { numberOf } from '../orders/order-names.ts';
import { findFacts, noteFacts } from '../orders/redis-orders.ts';
import { findSession } from '../orders/stripe-sessions.ts';
import { openSession } from './stripe-checkout.ts';

/** Stripe's lowest price, in minor units. */
const LEAST = 50;

const bundle = () => findByType(catalogue, 'bundle');

/**
 * What the buyer of a guide still pays for the bundle: its price less what they paid, in minor units. Null where the
 * shop or the order has no such offer. An order's credit counts once.
 */
export const upgradePriceOf = (order: Order): number | null => {
  const { upgrades, tax, managed_payments: isManaged } = catalogue.checkout ?? {};
  const whole = bundle();
  if (!upgrades || !whole?.is_active || order.productType === 'bundle') return null;
  if (order.status !== 'paid' || order.isUpgraded || order.withdrawnAt !== null) return null;
  const added = tax === 'exclusive' || isManaged ? order.taxInCents : 0;
  const credit = order.amountInCents - order.refundedInCents - added;
  return credit > 0 ? Math.max(LEAST, whole.price_in_cents - credit) : null;
};

const FACT = 'upgrade:';

/** The checkouts that were opened with an order's credit. */
const openedIn = (facts: Facts): string[] =>
  Object.keys(facts).flatMap((name) => (name.startsWith(FACT) ? [name.slice(FACT.length)] : []));

const expire = (session: string): Promise<unknown> =>
  stripeClient().ask((stripe) => stripe.checkout.sessions.expire(session));

/** Whether a checkout was paid, or its bank is still processing. */
const isUsed = async (sessionId: string): Promise<boolean> => {
  const session = await findSession(sessionId);
  return typeof session !== 'string' && /paid|pending/.test(session.payment);
};

/** The address of an open checkout at this price. Throws where the credit is used; ends one at another price. */
const reopen = async (session: string, price: number): Promise<string | null> => {
  const found = await stripeClient().ask((stripe) => stripe.checkout.sessions.retrieve(session));
  if (found.status === 'open') {
    if (found.amount_subtotal === price) return found.url;
    await expire(session);
    return null;
  }
  // Asked second: an open checkout may be paid between the two answers.
  if (await isUsed(session)) {
    throw new Problem('not_for_sale', 'You’ve already bought the rest of the set with this order.');
  }
  return null;
};

const notOffered = (): Problem =>
  new Problem('access_denied', 'This order can’t be upgraded to the complete set.');

/**
 * Opens the checkout in which a guide's buyer completes the set, and answers its address. One order has one such
 * checkout open at a time, also where two tabs ask at once: both get the same, so that its credit is used once. Throws
 * where the order has no such offer.
 */
export const startUpgrade = async (order: Order | null): Promise<string> => {
  const price = order && upgradePriceOf(order);
  const whole = bundle();
  if (!order || price === null || !whole) throw notOffered();
  const opened = openedIn(await findFacts(order.sessionId));
  for (const session of opened) {
    const address = await reopen(session, price);
    if (address !== null) return address;
  }
  const { id, url } = await openSession({
    product: { ...whole, price_in_cents: price },
    currency: order.currency,
    upgradeOf: order.sessionId,
    idempotencyKey: `upgrade/${numberOf(order.sessionId)}/${opened.length}`,
  });
  const facts = await noteFacts(order.sessionId, { [FACT + id]: `${price} ${now()}` });
  // A withdrawal or a refund that came in between doesn't know of this checkout.
  const current = orderFrom(order.sessionId, facts);
  if (current && upgradePriceOf(current) !== price) {
    await expire(id);
    throw notOffered();
  }
  return url;
};

/** Ends the checkouts that an order's credit has opened, since its money goes back. */
export const closeUpgrades = async (facts: Facts): Promise<void> => {
  for (const session of openedIn(facts)) await expire(session).catch(() => undefined);
};

/** Whether an order's credit is used for good, also where only Stripe knows. Ends the checkouts that could still use it. */
export const isCreditUsed = async (facts: Facts): Promise<boolean> => {
  await closeUpgrades(facts);
  const used = await Promise.all(openedIn(facts).map(isUsed));
  return used.includes(true) || 'upgraded' in facts;
};
