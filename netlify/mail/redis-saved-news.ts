import * as z from 'zod/mini';
import { redisClient } from '../clients/redis.ts';
import { orderKeys } from '../orders/redis-keys.ts';

/** What must outlast the database: who wants no news, and of which editions buyers were told. */
export const savedNewsSchema = z.union([
  z.object({ buyer: z.string() }),
  z.object({ edition: z.string(), told: z.record(z.string(), z.string()) }),
]);
export type SavedNews = z.infer<typeof savedNewsSchema>;

const UNDER_WAY: ReadonlySet<string> = new Set(['from', 'paused', 'stopped']);

/** As of news that are done. Who was still waiting is not known: to begin again would tell others twice. */
const asDone = (told: Readonly<Record<string, string>>): Record<string, string> => ({
  buyers: '0',
  done: told['begun'] ?? '0',
  ...Object.fromEntries(Object.entries(told).filter(([field]) => !UNDER_WAY.has(field))),
});

export const readSavedNews = async (): Promise<SavedNews[]> => {
  const { reached, readHash, send } = redisClient();
  const keys = orderKeys();
  const asked = [
    send<string[]>((pipeline) => pipeline.smembers(keys.noNews)),
    send<string[]>((pipeline) => pipeline.zrange(keys.told, 0, -1)),
  ] as const;
  const [buyers, editions] = await reached(Promise.all(asked));
  const told = await Promise.all(editions.map((edition) => readHash(keys.toldOf(edition))));
  return [
    ...buyers.map((buyer) => ({ buyer })),
    ...editions.map((edition, at) => ({ edition, told: asDone(told[at] ?? {}) })),
  ];
};

/** Writing it twice changes nothing. */
export const writeSavedNews = async (saved: SavedNews): Promise<void> => {
  const { reached, redis } = redisClient();
  const keys = orderKeys();
  const writing = redis.multi();
  if ('buyer' in saved) writing.sadd(keys.noNews, saved.buyer);
  else {
    writing.hset(keys.toldOf(saved.edition), saved.told);
    writing.zadd(keys.told, { score: Number(saved.told['begun']), member: saved.edition });
  }
  await reached(writing.exec());
};
