import type Stripe from 'stripe';
import type { CheckoutSession } from '../domain/checkout.ts';
import type { PaymentEvent } from '../domain/events.ts';
import type { ReconcilePorts } from '../domain/reconcile.ts';
import type { StripeClient } from './stripe-client.ts';

/** As many as Stripe lists at once. */
const PAGE_SIZE = 100;

type HistoryOptions = StripeClient & {
  readonly toSession: (session: Stripe.Checkout.Session) => Promise<CheckoutSession | 'foreign'>;
  /** What `toSession` reads must be in the list already. */
  readonly expand: readonly string[];
  readonly toEvent: (event: Stripe.Event) => PaymentEvent;
  readonly eventTypes: readonly Stripe.Event.Type[];
};

/** What Stripe remembers of the last days, by which the reconciler finds what never arrived. */
export const createHistory = (options: HistoryOptions): ReconcilePorts['history'] => {
  const { stripe, reached, toSession, expand, toEvent, eventTypes } = options;

  /** Page by page, so that whoever stops early has asked for no more than was used. */
  async function* pagesOf<T extends { id: string }>(
    list: (paging: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
  ): AsyncGenerator<T[]> {
    for (let after: string | undefined; ;) {
      const paging = { limit: PAGE_SIZE, ...(after !== undefined && { starting_after: after }) };
      const page = await reached(list(paging));
      yield page.data;
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return;
    }
  }

  return {
    sessionsSince: async function* (since) {
      const wanted = {
        created: { gte: since },
        status: 'complete',
        expand: expand.map((path) => `data.${path}`),
      } as const;
      const pages = pagesOf((paging) => stripe.checkout.sessions.list({ ...wanted, ...paging }));
      for await (const page of pages) {
        const sessions = await Promise.all(page.map(toSession));
        yield sessions.filter((session) => session !== 'foreign');
      }
    },
    eventsSince: async function* (since) {
      const wanted = { created: { gte: since }, types: [...eventTypes] };
      const pages = pagesOf((paging) => stripe.events.list({ ...wanted, ...paging }));
      for await (const page of pages) yield page.map(toEvent);
    },
  };
};
