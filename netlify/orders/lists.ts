import { ask } from '../platform/redis.ts';
import type { PaymentEvent } from '../stripe/events.ts';
import { sessionOfPayment } from '../stripe/session.ts';
import { orderKeys } from './store.ts';

/** More orders than any buyer has. */
const MOST_OF_BUYER = 10_000;

/** The sessions of a buyer, newest first. */
export const sessionsOfBuyer = (buyer: string, most = MOST_OF_BUYER): Promise<string[]> =>
  ask((pipeline) => pipeline.zrange(orderKeys.ofBuyer(buyer), 0, most - 1, { rev: true }));

/** The sessions whose buyers have withdrawn, the longest ago first. */
export const withdrawnSessions = (): Promise<string[]> =>
  ask((pipeline) => pipeline.zrange(orderKeys.withdrawn(), 0, -1));

/** The sessions that were sold from one Unix time in seconds to before another, oldest first. */
export const sessionsBetween = (from: number, to: number): Promise<string[]> =>
  ask((pipeline) => pipeline.zrange(orderKeys.orders(), from, `(${to}`, { byScore: true }));

/** The sessions that have a name with this beginning, in any case (see store.ts). */
export const sessionsNamed = async (beginning: string, most = 100): Promise<string[]> => {
  const from = beginning.toLowerCase();
  const members = await ask<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.names(), `[${from}`, `[${from}~`, {
      byLex: true,
      offset: 0,
      count: most,
    }),
  );
  return [...new Set(members.map((member) => member.split(' ')[1] ?? ''))];
};

/** A page of all sessions, newest first, and how many there are in all. */
export const listSessions = async (
  from: number,
  size: number,
): Promise<{ readonly sessions: readonly string[]; readonly total: number }> => {
  const [sessions, total] = await Promise.all([
    ask<string[]>((pipeline) =>
      pipeline.zrange(orderKeys.orders(), from, from + size - 1, { rev: true }),
    ),
    ask<number>((pipeline) => pipeline.zcard(orderKeys.orders())),
  ]);
  return { sessions, total };
};

/** The session that an event is about; null for a payment without one. Throws `Unavailable`. */
export const sessionOf = async ({ about }: PaymentEvent): Promise<string | null> => {
  if ('session' in about) return about.session;
  const [known] = await sessionsNamed(`${about.payment} `);
  return known ?? sessionOfPayment(about.payment);
};
