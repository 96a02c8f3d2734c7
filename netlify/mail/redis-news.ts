import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { News, NewsRecord, NewsStore, OpenNews } from './edition-news.ts';
import { createQueue } from './redis-queue.ts';

/** Longer than a function sends. */
const TURN_IN_SECONDS = 60;

/** How many the owner's pages tell of, the latest first. */
const LISTED = 20;

/** Once for an edition, whoever asks how often. */
const BEGIN = `
local told, all, open = KEYS[1], KEYS[2], KEYS[3]
local edition, now = ARGV[1], ARGV[2]
if redis.call('HSETNX', told, 'begun', now) == 0 then return 0 end
redis.call('HSET', told, 'product', ARGV[3], 'since', ARGV[4], 'changes', ARGV[5], 'from', '')
redis.call('ZADD', all, now, edition)
redis.call('ZADD', open, now, edition)
return 1
`;

/** A step that was taken already would bring back who was told in the meantime. */
const GATHER = `
local told, queue = KEYS[1], KEYS[2]
if redis.call('HGET', told, 'from') ~= ARGV[1] then return 0 end
for at = 4, #ARGV do redis.call('ZADD', queue, 'NX', ARGV[3], ARGV[at]) end
if ARGV[2] ~= '' then
  redis.call('HSET', told, 'from', ARGV[2])
else
  redis.call('HDEL', told, 'from')
  redis.call('HSET', told, 'buyers', redis.call('ZCARD', queue))
end
return 1
`;

/** Counts it once, however often this is sent. */
const END = `
local told, queue, tried = KEYS[1], KEYS[2], KEYS[3]
if redis.call('ZREM', queue, ARGV[1]) == 1 then redis.call('HINCRBY', told, ARGV[2], 1) end
redis.call('HDEL', tried, ARGV[1])
if ARGV[2] == 'sent' then redis.call('HDEL', told, 'paused') end
return 1
`;

const FINISH = `
local told, queue, open = KEYS[1], KEYS[2], KEYS[3]
if redis.call('HEXISTS', told, 'from') == 1 or redis.call('ZCARD', queue) > 0 then return 0 end
redis.call('HSET', told, 'done', ARGV[2])
redis.call('HDEL', told, 'paused')
redis.call('ZREM', open, ARGV[1])
return 1
`;

/** What was begun and is not done is stopped, or goes on. */
const SET_OPEN = `
local told, open = KEYS[1], KEYS[2]
local edition, now, is_open = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HEXISTS', told, 'begun') == 0 or redis.call('HEXISTS', told, 'done') == 1 then return 0 end
if is_open == 'yes' then
  redis.call('HDEL', told, 'stopped')
  redis.call('ZADD', open, 'NX', now, edition)
else
  redis.call('HSET', told, 'stopped', now)
  redis.call('ZREM', open, edition)
end
return 1
`;

const count = z._default(z.coerce.number().check(z.int()), 0);
const toldSchema = z.object({
  product: z.string(),
  since: z.coerce.number(),
  changes: z.string(),
  begun: z.coerce.number(),
  from: z.optional(z.string()),
  buyers: z.optional(z.coerce.number()),
  sent: count,
  refused: count,
  skipped: count,
  unsure: count,
  /** "<until> <reason>" */
  paused: z._default(z.string(), ''),
  stopped: z.optional(z.string()),
  done: z.optional(z.string()),
});

const recordOf = (
  edition: string,
  hash: Readonly<Record<string, string>>,
  waiting: number,
): NewsRecord => {
  const told = toldSchema.parse(hash);
  const [until = '', ...reason] = told.paused.split(' ');
  const isGathering = told.from !== undefined;
  const state = isGathering ? 'gathering' : 'sending';
  return {
    edition,
    product: told.product,
    since: told.since,
    changes: told.changes,
    gatheredTo: told.from ?? null,
    pausedUntil: Number(until),
    begunAt: told.begun,
    state: told.done ? 'done' : told.stopped ? 'stopped' : state,
    buyers: told.buyers ?? waiting,
    sent: told.sent,
    leftOut: told.refused + told.skipped + told.unsure,
    pausedBy: told.paused === '' ? null : reason.join(' '),
  };
};

const saleSchema = z.tuple([
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.nullable(z.string()),
]);
const sessionsSchema = z.array(z.string());

type NewsOptions = RedisClient & { readonly keys: OrderKeys };

type OwnersNews = {
  /** Begins to tell; nothing where that was begun before. */
  readonly begin: (news: News, now: number) => Promise<void>;
  readonly setOpen: (edition: string, isOpen: boolean, now: number) => Promise<void>;
  readonly list: () => Promise<NewsRecord[]>;
};

export const createNews = (client: NewsOptions): NewsStore & OwnersNews => {
  const { send, reached, readHash, keys } = client;
  const run = (script: string, touched: string[], args: readonly (string | number)[]) =>
    reached(send((pipeline) => pipeline.eval(script, touched, args.map(String))));
  const editionsIn = (key: string, from: number, to: number): Promise<string[]> =>
    reached(send((pipeline) => pipeline.zrange(key, from, to)));

  const read = async (edition: string): Promise<NewsRecord> => {
    const waiting = reached(send<number>((pipeline) => pipeline.zcard(keys.toTell(edition))));
    const hash = readHash(keys.toldOf(edition));
    return recordOf(edition, await hash, await waiting);
  };
  const readAll = (editions: readonly string[]) => Promise.all(editions.map(read));

  return {
    begin: async ({ edition, product, since, changes }, now) =>
      void (await run(
        BEGIN,
        [keys.toldOf(edition), keys.told, keys.telling],
        [edition, now, product, since, changes],
      )),

    setOpen: async (edition, isOpen, now) =>
      void (await run(
        SET_OPEN,
        [keys.toldOf(edition), keys.telling],
        [edition, now, isOpen ? 'yes' : 'no'],
      )),

    list: async () => readAll((await editionsIn(keys.told, -LISTED, -1)).toReversed()),

    open: async (): Promise<OpenNews[]> => readAll(await editionsIn(keys.telling, 0, -1)),

    isOpen: async (edition) =>
      (await reached(send((pipeline) => pipeline.zscore(keys.telling, edition)))) !== null,

    sales: async (after, size) => {
      const from =
        after === ''
          ? 0
          : 1 + (await reached(send<number>((pipeline) => pipeline.zrank(keys.index, after))));
      const sessions = sessionsSchema.parse(await editionsIn(keys.index, from, from + size - 1));
      const found = await reached(
        Promise.all(
          sessions.map((session) =>
            send((pipeline) => pipeline.hmget(keys.order(session), 'product', 'buyer', 'created')),
          ),
        ),
      );
      return sessions.map((session, at) => {
        const [productType, buyer, createdAt] = saleSchema.parse(found[at]);
        return {
          session,
          productType: productType ?? '',
          buyer: buyer ?? '',
          createdAt: Number(createdAt),
        };
      });
    },

    gather: async (edition, { from, to, buyers }, now) =>
      void (await run(
        GATHER,
        [keys.toldOf(edition), keys.toTell(edition)],
        [from, to ?? '', now, ...buyers],
      )),

    queue: (edition) =>
      createQueue({
        ...client,
        key: keys.toTell(edition),
        triedAt: (buyer) => ({ key: keys.tried(edition), field: buyer }),
        end: async (buyer, { is }) =>
          void (await run(
            END,
            [keys.toldOf(edition), keys.toTell(edition), keys.tried(edition)],
            [buyer, is],
          )),
      }),

    finish: async (edition, now) =>
      void (await run(
        FINISH,
        [keys.toldOf(edition), keys.toTell(edition), keys.telling],
        [edition, now],
      )),

    pause: async (edition, reason, until) =>
      void (await reached(
        send((pipeline) => pipeline.hset(keys.toldOf(edition), { paused: `${until} ${reason}` })),
      )),

    takeTurn: async () =>
      (await reached(
        send((pipeline) => pipeline.set(keys.tellingTurn, '1', { nx: true, ex: TURN_IN_SECONDS })),
      )) !== null,

    endTurn: async () => void (await reached(send((pipeline) => pipeline.del(keys.tellingTurn)))),
  };
};
