import type Stripe from 'stripe';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { stripeClient } from '../clients/stripe.ts';
import { normalizeEmail } from '../mail/buyer-key.ts';
import type { PaymentEvent } from './events.ts';
import { EVENT_TYPES, toEvent } from './stripe-events.ts';
import { EXPAND, toSession } from './stripe-sessions.ts';

/** Sessions are expanded, which takes Stripe longer, so fewer are listed at once. */
const PAGE_SIZE = { sessions: 50, events: 100 };

/** Pages read for one address: another shop on the same account may have sold to it far more often. */
const MOST_PAGES = 4;

/** A run has 30 s in all, and the next one is ten minutes away. */
const ONE_TRY = { maxNetworkRetries: 0 };

/** Yields page by page, so that a caller who stops early has asked for no more than it used. */
async function* pagesOf<Listed extends { id: string }>(
  list: (stripe: Stripe, after: { starting_after?: string }) => Promise<Stripe.ApiList<Listed>>,
  from: string | undefined,
): AsyncGenerator<{ data: Listed[]; lastId: string }> {
  for (let after = from; ;) {
    const start = after === undefined ? {} : { starting_after: after };
    const page = await stripeClient().ask((stripe) => list(stripe, start));
    const lastId = page.data.at(-1)?.id;
    if (lastId === undefined) return;
    yield { data: page.data, lastId };
    if (!page.has_more) return;
    after = lastId;
  }
}

/** Lists only sessions that a buyer has completed. */
const COMPLETE = {
  status: 'complete',
  expand: EXPAND.map((path) => `data.${path}`),
  limit: PAGE_SIZE.sessions,
} as const;

const ours = async (listed: readonly Stripe.Checkout.Session[]): Promise<CheckoutSession[]> => {
  const sessions = await Promise.all(listed.map(toSession));
  return sessions.filter((session) => session !== 'foreign');
};

const ofAddress = async (email: string, most: number): Promise<CheckoutSession[]> => {
  const wanted = { ...COMPLETE, customer_details: { email } };
  const list = (stripe: Stripe, start: object) =>
    stripe.checkout.sessions.list({ ...wanted, ...start });
  const found: CheckoutSession[] = [];
  let pages = 0;
  for await (const { data } of pagesOf(list, undefined)) {
    found.push(...(await ours(data)));
    if (found.length >= most || ++pages === MOST_PAGES) break;
  }
  return found;
};

/**
 * The completed sessions of an address, newest first. Stripe does not document whether case matters here, as it does
 * for customers' addresses, so the address is looked up as typed and in lower case.
 */
export const sessionsOfAddress = async (
  email: string,
  most: number,
): Promise<readonly CheckoutSession[]> => {
  const written = [...new Set([email, normalizeEmail(email)])];
  const found = await Promise.all(written.map((each) => ofAddress(each, most)));
  return [...new Map(found.flat().map((session) => [session.id, session])).values()];
};

export type Page<Item> = {
  /** Those that are this shop's. */
  readonly items: readonly Item[];
  /** The last id on Stripe's page, whosever it is. */
  readonly lastId: string;
};

/** The shop's completed sessions since a Unix time in seconds, newest first, after an id where one is given. */
export async function* listSessions(
  since: number,
  from: string | undefined,
): AsyncGenerator<Page<CheckoutSession>> {
  const wanted = { ...COMPLETE, created: { gte: since } };
  const list = (stripe: Stripe, start: object) =>
    stripe.checkout.sessions.list({ ...wanted, ...start }, ONE_TRY);
  for await (const { data, lastId } of pagesOf(list, from))
    yield { items: await ours(data), lastId };
}

/** The events that the shop handles, in the same way. */
export async function* listEvents(
  since: number,
  from: string | undefined,
): AsyncGenerator<Page<PaymentEvent>> {
  const wanted = { created: { gte: since }, types: [...EVENT_TYPES], limit: PAGE_SIZE.events };
  const list = (stripe: Stripe, start: object) =>
    stripe.events.list({ ...wanted, ...start }, ONE_TRY);
  for await (const { data, lastId } of pagesOf(list, from)) {
    yield { items: data.map(toEvent), lastId };
  }
}
