import { z } from 'zod';
import type { EventLedger } from '../domain/events.ts';
import type { Facts } from '../domain/orders.ts';
import type { Cursor, Reconciliation, ReconcilePorts } from '../domain/reconcile.ts';
import type { RedisClient } from './redis-client.ts';

/** Longer than Stripe sends an event again, or lets one be sent again by hand. */
const EVENT_KNOWN_IN_SECONDS = 31 * 24 * 3600;

/** Runs that healed or failed, of which whoever looks after the shop may want to know. */
const RUNS_KEPT = 100;

const runSchema = z.object({
  next: z.object({ sessions: z.string().optional(), events: z.string().optional() }),
});

/** Redis answers a hash as field, value, field, value ... */
const flatHash = z.array(z.string());

const factsFrom = (answer: unknown): Facts => {
  const flat = flatHash.parse(answer ?? []);
  return Object.fromEntries(
    flat.flatMap((field, i) => (i % 2 === 0 ? [[field, flat[i + 1] ?? '']] : [])),
  );
};

type OrdersOptions = RedisClient & {
  /** The deploy and Stripe's mode; see below. */
  readonly context: string;
};

type Orders = ReconcilePorts['orders'] &
  EventLedger & {
    /** Where the last run had to stop. */
    readonly lastCursor: () => Promise<Cursor>;
    readonly noteRun: (run: Reconciliation) => Promise<void>;
  };

/**
 * Orders as hashes of facts in Redis behind Upstash's REST interface. The context keeps deploys apart
 * that share one Redis: what a test card paid for in a preview must not count as paid in the live shop.
 *
 *     order:{context}:{session}   hash: the order's facts, and the ledger of its events
 *     orders:{context}            sorted set: every session that has an order, by time
 *     event:{context}:{event}     the events that were handled, for a month
 *     reconciler:{context}        what the last run found
 *     reconciler-news:{context}   list: the last runs that healed or failed, newest first
 */
export const createOrders = ({ redis, send, reached, context }: OrdersOptions): Orders => {
  const orderKey = (sessionId: string): string => `order:${context}:${sessionId}`;
  const eventKey = (eventId: string): string => `event:${context}:${eventId}`;
  const runKey = `reconciler:${context}`;
  const newsKey = `reconciler-news:${context}`;
  const onlyOnce = { nx: true, ex: EVENT_KNOWN_IN_SECONDS } as const;

  const readAll = async (sessionId: string): Promise<Facts> =>
    factsFrom(await reached(send((pipeline) => pipeline.hgetall(orderKey(sessionId)))));

  return {
    find: async (sessionId, note) => {
      // Given together, so that they are one request; the note is best effort.
      const writeDown = (name: string) =>
        send((pipeline) => pipeline.hsetnx(orderKey(sessionId), name, '')).catch(() => null);
      const noted = note === undefined ? null : writeDown(note);
      const [facts] = await Promise.all([readAll(sessionId), noted]);
      return facts;
    },

    findMany: (sessionIds) => Promise.all(sessionIds.map(readAll)),

    record: async (sessionId, facts, eventId) => {
      const names = Object.keys(facts);
      const transaction = redis.multi();
      // Never HSET: a fact that is recorded stays as it is.
      for (const name of names) transaction.hsetnx(orderKey(sessionId), name, facts[name]);
      transaction.hgetall(orderKey(sessionId));
      const entry = { score: Number(facts['created']), member: sessionId };
      // Its score never changes, so this needs no NX, which the in-process engine does not know here.
      transaction.zadd(`orders:${context}`, entry);
      if (eventId !== undefined) transaction.set(eventKey(eventId), sessionId, onlyOnce);
      const answers = await reached(transaction.exec<unknown[]>());
      return {
        facts: factsFrom(answers[names.length]),
        added: names.filter((_, index) => answers[index] === 1),
      };
    },

    findNew: async (eventIds) => {
      if (eventIds.length === 0) return new Set();
      const keys = eventIds.map(eventKey);
      const known = await reached(redis.mget<(string | null)[]>(...keys));
      return new Set(eventIds.filter((_, index) => known[index] === null));
    },

    remember: async (eventId) => void (await reached(redis.set(eventKey(eventId), '', onlyOnce))),

    lastCursor: async () => {
      const last = await reached(redis.get<string>(runKey));
      return last === null ? {} : (runSchema.safeParse(JSON.parse(last)).data?.next ?? {});
    },

    noteRun: async (run) => {
      const report = JSON.stringify(run);
      const transaction = redis.multi().set(runKey, report);
      const hasNews = run.failed > 0 || Object.keys(run.healed).length > 0;
      if (hasNews) transaction.lpush(newsKey, report).ltrim(newsKey, 0, RUNS_KEPT - 1);
      await reached(transaction.exec());
    },
  };
};
