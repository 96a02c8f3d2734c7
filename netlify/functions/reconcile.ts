import type { Config } from '@netlify/functions';
import { logInfo } from '../http/log.ts';
import { numberOf } from '../orders/order-names.ts';
import { type RunReport, reconcile } from '../orders/reconcile.ts';
import { route } from '../http/route.ts';
import { sendDueToBuyers } from '../mail/find-purchase.ts';
import { alertOwnerOfRun } from '../mail/run-alerts.ts';
import { finishWithdrawals } from '../mail/withdrawal.ts';
import { preloadStripe } from '../clients/stripe.ts';
import { findLastRun, noteRun } from '../orders/redis-reconciler.ts';

await preloadStripe();

/**
 * Netlify ends a scheduled function after 30 s. The step that is under way at its limit may still take a page of
 * Stripe's list (5 s), the refunds and disputes of its sessions (11 s) and an order (1.5 s); or an email to a buyer:
 * its session (5 s), the email (5 s) and Redis (6 s); or an owner alert, without a session.
 */
const TIME_IN_MS = { sessions: 5000, events: 10_000, receipts: 14_000, owner: 20_000 };

/** More would not fit into a line of Netlify's log. */
const ORDERS_LOGGED = 50;

/** Logs a run in one line, without the session id at which it stopped. */
const logRun = ({ at, sessions, events, failed, healed, unreadSince }: RunReport): void => {
  const orders = healed.map(numberOf);
  const count = { sessions, events, failed, healed: orders.length };
  const listed = orders.slice(0, ORDERS_LOGGED);
  logInfo({ event: 'reconciled', at, ...count, unreadSince, orders: listed });
};

export const config: Config = { schedule: '*/10 * * * *' };

/** Only Netlify's schedule calls it; it has no address. */
export default route(config, {
  POST: async () => {
    const startedAt = Date.now();
    const hasTime = (inMs: number) => () => Date.now() - startedAt < inMs;
    const before = await findLastRun();
    const run = await reconcile(before?.next ?? {}, {
      sessions: hasTime(TIME_IN_MS.sessions),
      events: hasTime(TIME_IN_MS.events),
    });
    logRun(run);
    await noteRun(run);
    await finishWithdrawals(hasTime(TIME_IN_MS.receipts));
    await sendDueToBuyers(hasTime(TIME_IN_MS.receipts));
    await alertOwnerOfRun(run, before?.at ?? null, hasTime(TIME_IN_MS.owner));
    const { sessions, events, healed, failed } = run;
    return Response.json({ sessions, events, healed: healed.length, failed });
  },
});
