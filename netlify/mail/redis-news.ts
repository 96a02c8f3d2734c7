import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { News, NewsRecord, NewsStore, OpenNews } from './edition-news.ts';
import { recordOf } from './news-record.ts';
import { BEGIN, END, FINISH, GATHER, SET_OPEN } from './redis-news-scripts.ts';
import { createQueue } from './redis-queue.ts';

/** Longer than a function sends. */
const TURN_IN_SECONDS = 60;

/** How many the owner's pages tell of, the latest first. */
const LISTED = 20;

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
        after === '-'
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
