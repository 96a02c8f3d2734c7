import {
  INITIAL_DISPUTE_STATUSES,
  NEXT_DISPUTE_STATUSES,
} from '../../netlify/local/stripe/dispute-status.ts';
import { EVENT_TYPES } from '../../netlify/stripe/events.ts';
import { sessionIn } from '../buyer.ts';
import { productOf } from '../catalog.ts';
import { type openMailShop, pass } from '../shop/mail-shop.ts';
import { access, deliver } from '../shop/buying.ts';
import { createLag } from '../shop/lag.ts';
import { crashAt } from '../shop/runs.ts';
import { jsonPost } from '../shop/shop.ts';
import type { Act } from './steps.ts';
import { PRICE, type Truth, isKnownRefunded, opened } from './truth.ts';

type Shop = Awaited<ReturnType<typeof openMailShop>>;
type Changed = { id: string; amount: number };

/** Two seconds, since Stripe's times are whole seconds. */
const MOMENT_IN_MINUTES = 2 / 60;
const HOUR_IN_MS = 3_600_000;
/** Stripe lists events for 30 days, and the shop needs all of them after Redis is emptied. */
const MOST_HOURS = 28 * 24;
/**
 * The mail service has no rate limit here. Otherwise, a function that waits for the limit would
 * continue after its crash. Its next Redis request would never get a response, but could include
 * commands from the next function.
 */
const WORKS = { perSecond: 1_000_000 };
const MAIL_FAULTS = [
  WORKS,
  { ...WORKS, status: 503 },
  { ...WORKS, cutOff: true },
  { ...WORKS, status: 429, name: 'daily_quota_exceeded' },
  { ...WORKS, status: 429, name: 'monthly_quota_exceeded' },
];

const pick = <T>(items: readonly T[], number: number): T | undefined =>
  items.at(number % items.length);

/** Empties the shop. `take` then carries out the actions of a history, one at a time. */
export const createLife = async (shop: Shop) => {
  await shop.startAnew();
  await shop.setMailFaults(WORKS);
  const truths: Truth[] = [];
  const acknowledged = new Set<string>();
  const lag = createLag();
  const seen = { hours: 0, wasEmptied: false };

  /**
   * Performs an action at Stripe. Returns null if Stripe refuses it, for example a refund of
   * nothing.
   */
  const control = async (name: string, body: object): Promise<Changed | null> => {
    const response = await shop.control(`/_control/${name}`, jsonPost(body));
    return response.ok ? response.json() : null;
  };
  /** The events that the shop reads from Stripe, oldest first. */
  const events = async () => {
    const { data } = await shop.stripe.events.list({ types: [...EVENT_TYPES], limit: 100 });
    return data.toReversed();
  };

  const passHours = (hours = 0): void => {
    if (seen.hours + hours > MOST_HOURS) return;
    seen.hours += hours;
    pass(hours * 60);
  };

  const moveDispute = async ({ session, which }: Act): Promise<void> => {
    const disputed = truths.filter((truth) => truth.disputes.size > 0);
    const disputes = pick(disputed, session)?.disputes;
    const [id, before] = pick([...(disputes ?? [])], which) ?? [];
    const status = before && pick(NEXT_DISPUTE_STATUSES[before], which);
    pass(MOMENT_IN_MINUTES);
    if (!id || !status || !(await control('dispute/update', { id, status }))) return;
    disputes?.set(id, status);
  };

  const take = async (act: Act): Promise<void> => {
    const { which } = act;

    /** Calls the shop. Returns null if the call crashes or its status is `allowedStatus`. */
    const ask = async (
      work: () => Promise<Response>,
      allowedStatus = 0,
    ): Promise<Response | null> => {
      const { call, when } = act.crash ?? { call: -1, when: 'before' };
      const sendWithLag = lag.ofRun(act.lag);
      const response = await shop.runOnce(work, (number, send, request) =>
        crashAt(call, when)(number, () => sendWithLag(send, request), request),
      );
      if (response === 'crashed' || response.status === allowedStatus) return null;
      if (response.ok) return response;
      // Stripe's response may be older than the recorded sale.
      if (act.lag > 0 && response.status >= 502) return null;
      throw new Error(`the shop responded with ${response.status}`);
    };

    switch (act.do) {
      case 'mail':
        return void (await shop.setMailFaults(pick(MAIL_FAULTS, which) ?? WORKS));
      case 'schedule':
        return void (await ask(shop.runSchedule));
      case 'pause':
        pass(2); // longer than the lease of a crashed function
        if (act.session === 0) await ask(shop.runSchedule);
        return passHours(pick([5, 24, 80, 240], which));
      case 'Redis is emptied':
        await shop.redis.flushdb();
        for (const set of [acknowledged, ...truths.map(({ reported }) => reported)]) set.clear();
        lag.forget();
        seen.wasEmptied = true;
        // Otherwise, a payment in this second could be from before or after the loss.
        pass(MOMENT_IN_MINUTES);
        return passHours(pick([0, 80], which));
      case 'create': {
        const body = { productType: productOf('bundle').product_type };
        const response = await ask(() => shop.post('/api/create-payment', body));
        if (response) truths.push(opened(sessionIn((await response.json()).url)));
        return;
      }
      case 'deliver': {
        const event = pick(await events(), which);
        if (!event || !(await ask(() => deliver(shop, event)))) return;
        acknowledged.add(event.id);
        // The shop accepts an event older than an hour even if Stripe's responses do not show it.
        if (act.lag > 0 && Date.now() - event.created * 1000 > HOUR_IN_MS) return;
        const { object } = event.data;
        const refund = object.object === 'refund' ? object.id : '';
        truths.find(({ refunds }) => refunds.has(refund))?.reported.add(refund);
      }
    }

    if (act.do === 'dispute goes on') return moveDispute(act);
    const truth = pick(truths, act.session);
    if (!truth) return;
    const { session, refunds, disputes } = truth;
    switch (act.do) {
      case 'return': {
        const response = await ask(() => shop.post('/api/verify-payment', { sessionId: session }));
        const { status } = (await response?.json()) ?? {};
        // The shop must never say that an unpaid session is paid, however little it has read.
        if (status === 'paid' && truth.payment !== 'paid')
          throw new Error(`The shop says that a session is paid, but it is ${truth.payment}.`);
        return;
      }
      case 'ask for a file': {
        const wasRefunded = isKnownRefunded(truth);
        if (!(await ask(() => access(shop, 'bundle', session), 403))) return;
        if (truth.payment !== 'paid')
          throw new Error(`The shop returned files of a session that is ${truth.payment}.`);
        if (wasRefunded && isKnownRefunded(truth))
          throw new Error('The shop returned files after a refund.');
        return;
      }
      case 'pay':
      case 'pay by bank': {
        const method = act.do === 'pay' ? 'card' : 'bank';
        if (!(await control('pay', { session, method }))) return;
        truth.payment = method === 'card' ? 'paid' : 'pending';
        truth.paidAt = Math.floor(Date.now() / 1000);
        return;
      }
      case 'settle': {
        const outcome = which % 2 === 0 ? 'failed' : 'succeeded';
        if (!(await control('settle', { session, outcome }))) return;
        truth.payment = outcome === 'failed' ? 'failed' : 'paid';
        return;
      }
      case 'refund': {
        const amount = pick([Math.floor(PRICE / 2), 1, null], which);
        const made = await control('refund', { session, amount });
        if (made) refunds.set(made.id, made.amount);
        return;
      }
      case 'refund fails': {
        const [id] = [...refunds].find(([, amount]) => amount > 0) ?? [];
        if (id && (await control('refund/fail', { id }))) refunds.set(id, 0);
        return;
      }
      case 'dispute': {
        const status = pick(INITIAL_DISPUTE_STATUSES, which) ?? 'prevented';
        const made = await control('dispute', { session, status });
        if (made) disputes.set(made.id, status);
        return;
      }
    }
  };

  return {
    truths,
    seen,
    take,
    healMail: (): Promise<Response> => shop.setMailFaults(WORKS),
    /** Redelivers the events that the shop has not acknowledged, as Stripe does. */
    redeliver: async (): Promise<void> => {
      for (const event of await events()) {
        if (acknowledged.has(event.id)) continue;
        const { ok } = await deliver(shop, event);
        if (!ok) throw new Error(`The shop rejects ${event.type}.`);
      }
    },
  };
};
