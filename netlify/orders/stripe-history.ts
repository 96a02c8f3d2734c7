import type Stripe from 'stripe';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { normalizeEmail } from '../mail/buyer-key.ts';
import type { ReconcilePorts } from './reconcile.ts';
import { EVENT_TYPES, toEvent } from './stripe-events.ts';
import { EXPAND } from './stripe-sessions.ts';
import type { StripeClient } from '../clients/stripe.ts';

/** As many as Stripe lists at once. Sessions come with all that belongs to them, which takes it longer. */
const PAGE_SIZE = { sessions: 50, events: 100 };

/** Of an address, as another shop on the same account may have sold to it far more often. */
const MOST_PAGES = 4;

/** No second try within a run: the next one is ten minutes away, and this one has 30 s in all. */
const ONE_TRY = { maxNetworkRetries: 0 };

type HistoryOptions = StripeClient & {
  readonly toSession: (session: Stripe.Checkout.Session) => Promise<CheckoutSession | 'foreign'>;
};

type History = ReconcilePorts['history'] & {
  /** The completed sessions of an address, the newest first. */
  readonly sessionsOf: (email: string, most: number) => Promise<readonly CheckoutSession[]>;
};

/** What Stripe remembers: of the last days, by which the reconciler finds what never arrived, and of an address. */
export const createHistory = ({ ask, toSession }: HistoryOptions): History => {
  /** Page by page, so that whoever stops early has asked for no more than was used. */
  async function* pagesOf<Listed extends { id: string }>(
    list: (stripe: Stripe, after: { starting_after?: string }) => Promise<Stripe.ApiList<Listed>>,
    from: string | undefined,
  ): AsyncGenerator<{ data: Listed[]; lastId: string }> {
    for (let after = from; ;) {
      const place = after === undefined ? {} : { starting_after: after };
      const page = await ask((stripe) => list(stripe, place));
      const lastId = page.data.at(-1)?.id;
      if (lastId === undefined) return;
      yield { data: page.data, lastId };
      if (!page.has_more) return;
      after = lastId;
    }
  }

  const ofAddress = async (email: string, most: number): Promise<CheckoutSession[]> => {
    const wanted = {
      customer_details: { email },
      status: 'complete',
      expand: EXPAND.map((path) => `data.${path}`),
      limit: PAGE_SIZE.sessions,
    } as const;
    const list = (stripe: Stripe, place: object) =>
      stripe.checkout.sessions.list({ ...wanted, ...place });
    const found: CheckoutSession[] = [];
    let pages = 0;
    for await (const { data } of pagesOf(list, undefined)) {
      const sessions = await Promise.all(data.map(toSession));
      found.push(...sessions.filter((session) => session !== 'foreign'));
      if (found.length >= most || ++pages === MOST_PAGES) break;
    }
    return found;
  };

  return {
    /** Stripe does not say whether it tells case apart here; of its customers' addresses it does. */
    sessionsOf: async (email, most) => {
      const written = [...new Set([email, normalizeEmail(email)])];
      const found = await Promise.all(written.map((each) => ofAddress(each, most)));
      return [...new Map(found.flat().map((session) => [session.id, session])).values()];
    },
    sessions: async function* (since, from) {
      const wanted = {
        created: { gte: since },
        status: 'complete',
        expand: EXPAND.map((path) => `data.${path}`),
        limit: PAGE_SIZE.sessions,
      } as const;
      const list = (stripe: Stripe, place: object) =>
        stripe.checkout.sessions.list({ ...wanted, ...place }, ONE_TRY);
      for await (const { data, lastId } of pagesOf(list, from)) {
        const sessions = await Promise.all(data.map(toSession));
        yield { items: sessions.filter((session) => session !== 'foreign'), lastId };
      }
    },
    events: async function* (since, from) {
      const types = [...EVENT_TYPES];
      const wanted = { created: { gte: since }, types, limit: PAGE_SIZE.events };
      const list = (stripe: Stripe, place: object) =>
        stripe.events.list({ ...wanted, ...place }, ONE_TRY);
      for await (const { data, lastId } of pagesOf(list, from)) {
        yield { items: data.map(toEvent), lastId };
      }
    },
  };
};
