import type Stripe from 'stripe';
import { emailSpellings } from '../shop/buyer.ts';
import { stripeClient } from './client.ts';
import { EVENT_TYPES, toEvent } from './events.ts';
import { EXPAND, type CheckoutSession, toSession } from './session.ts';

/** Sessions are expanded, which takes Stripe longer, so fewer are listed at once. */
const PAGE_SIZE = { sessions: 50, events: 100 };

/** The most sessions that are read for one address. Another shop on the same account may have sold to it far more often. */
const MOST_OF_ADDRESS = 200;

/** A run of the schedule has 20 s in all, and the next one is ten minutes away. */
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

const listComplete = (wanted: object) => (stripe: Stripe, start: object) =>
  stripe.checkout.sessions.list({ ...COMPLETE, ...wanted, ...start });

/** The ids of all completed sessions of this shop, newest first, page by page. */
export async function* listSessions(): AsyncGenerator<readonly string[]> {
  for await (const { data } of pagesOf(listComplete({}), undefined)) {
    yield (await ours(data)).map(({ id }) => id);
  }
}

/**
 * The completed sessions of an address, newest first. Stripe does not document whether case matters here, as it does
 * for customers' addresses.
 */
export const sessionsOfAddress = async (email: string): Promise<CheckoutSession[]> => {
  const limit = MOST_OF_ADDRESS;
  const found = await Promise.all(
    emailSpellings(email).map((each) => {
      const list = listComplete({ customer_details: { email: each } });
      return stripeClient().ask((stripe) => list(stripe, {}).autoPagingToArray({ limit }));
    }),
  );
  const sessions = await ours(found.flat());
  return [...new Map(sessions.map((session) => [session.id, session])).values()];
};

/**
 * The events since a Unix time in seconds, newest first and page by page, after the event with the id `from` if one is
 * given. `lastId` is the last one on Stripe's page, whatever it is about.
 */
export async function* listEvents(since: number, from: string | undefined) {
  const wanted = { created: { gte: since }, types: [...EVENT_TYPES], limit: PAGE_SIZE.events };
  const list = (stripe: Stripe, start: object) =>
    stripe.events.list({ ...wanted, ...start }, ONE_TRY);
  for await (const { data, lastId } of pagesOf(list, from)) {
    yield { events: data.map(toEvent).filter((event) => event !== null), lastId };
  }
}
