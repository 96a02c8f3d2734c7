import * as z from 'zod/mini';
import { ask, readHash, transaction } from '../clients/redis.ts';
import { orderKeys } from '../orders/redis-keys.ts';

/** What a backup keeps of announcements: the buyers who opted out, and the editions that were announced. */
export const savedAnnouncementSchema = z.union([
  z.object({ buyer: z.string() }),
  z.object({ edition: z.string(), told: z.record(z.string(), z.string()) }),
]);
export type SavedAnnouncement = z.infer<typeof savedAnnouncementSchema>;

const UNDER_WAY: ReadonlySet<string> = new Set(['from', 'paused', 'stopped']);

/** An announcement that was under way counts as done: its queue is not kept, and to begin again would send twice. */
const asDone = (record: Readonly<Record<string, string>>): Record<string, string> => ({
  buyers: '0',
  done: record['begun'] ?? '0',
  ...Object.fromEntries(Object.entries(record).filter(([field]) => !UNDER_WAY.has(field))),
});

export const readSavedAnnouncements = async (): Promise<SavedAnnouncement[]> => {
  const keys = orderKeys();
  const [buyers, editions] = await Promise.all([
    ask<string[]>((pipeline) => pipeline.smembers(keys.optedOut)),
    ask<string[]>((pipeline) => pipeline.zrange(keys.announcements, 0, -1)),
  ]);
  const records = await Promise.all(
    editions.map((edition) => readHash(keys.announcement(edition))),
  );
  return [
    ...buyers.map((buyer) => ({ buyer })),
    ...editions.map((edition, at) => ({ edition, told: asDone(records[at] ?? {}) })),
  ];
};

/** Writing the same twice changes nothing. */
export const writeSavedAnnouncement = (saved: SavedAnnouncement): Promise<void> =>
  transaction((commands) => {
    const keys = orderKeys();
    if ('buyer' in saved) {
      commands.sadd(keys.optedOut, saved.buyer);
      return;
    }
    const begun = Number(saved.told['begun']);
    commands.hset(keys.announcement(saved.edition), saved.told);
    commands.zadd(keys.announcements, { score: begun, member: saved.edition });
  });
