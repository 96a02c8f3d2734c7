import type Stripe from 'stripe';
import { emailSpellings } from '../shop/email-address.ts';
import { NO_RETRY, stripeClient } from './client.ts';
import { EVENT_TYPES, type PaymentEvent, toEvent } from './events.ts';
import { shopMetadataOf } from './metadata.ts';
import { emailOf, wasOpenedHere } from './session.ts';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;

/**
 * Limits the search, because the buyer may have many sessions with another shop on the same Stripe
 * account.
 */
const MAX_SESSIONS_OF_ADDRESS = 200;

type Position = { starting_after?: string };

type Page<Item> = {
  readonly items: Item[];
  readonly lastId: string;
};

async function* readPages<Item extends { id: string }>(
  requestPage: (stripe: Stripe, position: Position) => Promise<Stripe.ApiList<Item>>,
  startAfter?: string,
): AsyncGenerator<Page<Item>> {
  let lastId = startAfter;
  let hasMore = true;
  while (hasMore) {
    const position = lastId === undefined ? {} : { starting_after: lastId };
    const page = await stripeClient().call((stripe) => requestPage(stripe, position));
    lastId = page.data.at(-1)?.id;
    if (lastId === undefined) return;
    yield { items: page.data, lastId };
    hasMore = page.has_more;
  }
}

/** A completed session of this shop. `readSession` returns the session's other details. */
export type ListedSession = {
  readonly id: string;
  readonly email: string | null;
  readonly isOfThisSite: boolean;
  /** The URL to which the buyer returned. */
  readonly successUrl: string | null;
};

const sessionsOfThisShop = (sessions: readonly Stripe.Checkout.Session[]): ListedSession[] => {
  const listed: ListedSession[] = [];
  for (const session of sessions) {
    const metadata = shopMetadataOf(session);
    if (metadata === null) continue;
    listed.push({
      id: session.id,
      email: emailOf(session),
      isOfThisSite: wasOpenedHere(session, metadata),
      successUrl: session.success_url,
    });
  }
  return listed;
};

/** Yields pages of completed sessions, newest first. */
export async function* listSessions(): AsyncGenerator<readonly ListedSession[]> {
  const pages = readPages((stripe, position) =>
    stripe.checkout.sessions.list({ status: 'complete', limit: PAGE_SIZE, ...position }),
  );
  for await (const { items } of pages) yield sessionsOfThisShop(items);
}

/** Stripe does not document whether case matters in this filter, so every spelling is tried. */
export const sessionsOfAddress = async (email: string): Promise<ListedSession[]> => {
  const listed = await Promise.all(
    emailSpellings(email).map((spelling) =>
      stripeClient().call((stripe) =>
        stripe.checkout.sessions
          .list({ status: 'complete', limit: PAGE_SIZE, customer_details: { email: spelling } })
          .autoPagingToArray({ limit: MAX_SESSIONS_OF_ADDRESS }),
      ),
    ),
  );
  const sessions = sessionsOfThisShop(listed.flat());
  return [...new Map(sessions.map((session) => [session.id, session])).values()];
};

type EventPage = {
  readonly events: PaymentEvent[];
  /** The id of the last event on Stripe's page, even if it does not concern this shop. */
  readonly lastId: string;
};

/** Yields pages of the events since a Unix time in seconds, newest first. */
export async function* listEvents(
  since: number,
  startAfter: string | undefined,
): AsyncGenerator<EventPage> {
  const params: Stripe.EventListParams = {
    created: { gte: since },
    types: [...EVENT_TYPES],
    limit: PAGE_SIZE,
  };
  const pages = readPages(
    (stripe, position) => stripe.events.list({ ...params, ...position }, NO_RETRY),
    startAfter,
  );
  for await (const { items, lastId } of pages) {
    const events = items.map(toEvent).filter((event) => event !== null);
    yield { events, lastId };
  }
}
