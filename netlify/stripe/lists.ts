import type Stripe from 'stripe';
import { emailSpellings } from '../shop/email-address.ts';
import { stripeClient } from './client.ts';
import { EVENT_TYPES, type PaymentEvent, toEvent } from './events.ts';
import { EXPAND, type CheckoutSession, toSession } from './session.ts';

/** Stripe needs longer for expanded sessions. */
const SESSIONS_PAGE_SIZE = 50;
const EVENTS_PAGE_SIZE = 100;

/** Another shop on the same Stripe account may have many more. */
const MAX_SESSIONS_OF_ADDRESS = 200;

/** A run of the schedule has 20 s, and the next one retries. */
const NO_RETRY = { maxNetworkRetries: 0 };

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

const COMPLETE_SESSIONS: Stripe.Checkout.SessionListParams = {
  status: 'complete',
  expand: EXPAND.map((path) => `data.${path}`),
  limit: SESSIONS_PAGE_SIZE,
};

const sessionsOfThisShop = async (
  listed: readonly Stripe.Checkout.Session[],
): Promise<CheckoutSession[]> => {
  const sessions = await Promise.all(listed.map(toSession));
  return sessions.filter((session) => session !== 'foreign');
};

/** Yields pages of ids, newest first. */
export async function* listSessions(): AsyncGenerator<readonly string[]> {
  const pages = readPages((stripe, position) =>
    stripe.checkout.sessions.list({ ...COMPLETE_SESSIONS, ...position }),
  );
  for await (const { items } of pages) {
    const sessions = await sessionsOfThisShop(items);
    yield sessions.map(({ id }) => id);
  }
}

/** Stripe does not document whether case matters in this filter, so every spelling is tried. */
export const sessionsOfAddress = async (email: string): Promise<CheckoutSession[]> => {
  const listed = await Promise.all(
    emailSpellings(email).map((spelling) =>
      stripeClient().call((stripe) =>
        stripe.checkout.sessions
          .list({ ...COMPLETE_SESSIONS, customer_details: { email: spelling } })
          .autoPagingToArray({ limit: MAX_SESSIONS_OF_ADDRESS }),
      ),
    ),
  );
  const sessions = await sessionsOfThisShop(listed.flat());
  const sessionsById = new Map(sessions.map((session) => [session.id, session]));
  return [...sessionsById.values()];
};

type EventPage = {
  readonly events: PaymentEvent[];
  /** The last one on Stripe's page, even if it does not concern this shop. */
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
    limit: EVENTS_PAGE_SIZE,
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
