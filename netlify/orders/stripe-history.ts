import type Stripe from 'stripe';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { stripeClient } from '../clients/stripe.ts';
import { normalizeEmail } from '../mail/buyer-key.ts';
import type { PaymentEvent } from './events.ts';
import { EVENT_TYPES, toEvent } from './stripe-events.ts';
import { EXPAND, toSession } from './stripe-sessions.ts';

/** As many as Stripe lists at once. Sessions come with all that belongs to them, which takes it longer. */
const PAGE_SIZE = { sessions: 50, events: 100 };

/** Of an address, as another shop on the same account may have sold to it far more often. */
const MOST_PAGES = 4;

/** No second try within a run: the next one is ten minutes away, and this one has 30 s in all. */
const ONE_TRY = { maxNetworkRetries: 0 };

/** Page by page, so that whoever stops early has asked for no more than was used. */
async function* pagesOf<Listed extends { id: string }>(
  list: (stripe: Stripe, after: { starting_after?: string }) => Promise<Stripe.ApiList<Listed>>,
  from: string | undefined,
): AsyncGenerator<{ data: Listed[]; lastId: string }> {
  for (let after = from; ;) {
    const place = after === undefined ? {} : { starting_after: after };
    const page = await stripeClient().ask((stripe) => list(stripe, place));
    const lastId = page.data.at(-1)?.id;
    if (lastId === undefined) return;
    yield { data: page.data, lastId };
    if (!page.has_more) return;
    after = lastId;
  }
}

/** What is asked of each list of sessions: those that a buyer has completed. */
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
  const list = (stripe: Stripe, place: object) =>
    stripe.checkout.sessions.list({ ...wanted, ...place });
  const found: CheckoutSession[] = [];
  let pages = 0;
  for await (const { data } of pagesOf(list, undefined)) {
    found.push(...(await ours(data)));
    if (found.length >= most || ++pages === MOST_PAGES) break;
  }
  return found;
};

/**
 * The completed sessions of an address, the newest first. Stripe does not say whether it tells case apart here; of its
 * customers' addresses it does.
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
  /** Those of this shop. */
  readonly items: readonly Item[];
  /** Of all that Stripe listed on the page. */
  readonly lastId: string;
};

/** The sessions of this shop that a buyer has completed, newest first, from after an id; `since` in Unix seconds. */
export async function* listSessions(
  since: number,
  from: string | undefined,
): AsyncGenerator<Page<CheckoutSession>> {
  const wanted = { ...COMPLETE, created: { gte: since } };
  const list = (stripe: Stripe, place: object) =>
    stripe.checkout.sessions.list({ ...wanted, ...place }, ONE_TRY);
  for await (const { data, lastId } of pagesOf(list, from))
    yield { items: await ours(data), lastId };
}

/** The events that the shop wants to be told, in the same way. */
export async function* listEvents(
  since: number,
  from: string | undefined,
): AsyncGenerator<Page<PaymentEvent>> {
  const wanted = { created: { gte: since }, types: [...EVENT_TYPES], limit: PAGE_SIZE.events };
  const list = (stripe: Stripe, place: object) =>
    stripe.events.list({ ...wanted, ...place }, ONE_TRY);
  for await (const { data, lastId } of pagesOf(list, from)) {
    yield { items: data.map(toEvent), lastId };
  }
}
