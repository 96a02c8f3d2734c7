import * as z from 'zod/mini';
import { ask, readHash, runScript } from '../clients/redis.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { type Announcement, type AnnouncementRecord, recordOf } from './announcement.ts';
import { type Outbox, queueOf } from './outbox.ts';

// No other command comes between what a script reads and what it writes, and running it again changes nothing.

const BEGIN = `
local record, all, open = KEYS[1], KEYS[2], KEYS[3]
local edition, now = ARGV[1], ARGV[2]
if redis.call('HSETNX', record, 'begun', now) == 0 then return 0 end
redis.call('HSET', record, 'product', ARGV[3], 'since', ARGV[4], 'changes', ARGV[5], 'from', '-')
redis.call('ZADD', all, now, edition)
redis.call('ZADD', open, now, edition)
return 1
`;

/** Begins an announcement, unless it was begun before. */
export const beginAnnouncement = async (
  { edition, product, since, changes }: Announcement,
  at: number,
): Promise<void> => {
  const { announcement, announcements, openAnnouncements: open } = orderKeys();
  const args = [edition, at, product, since, changes];
  await runScript(BEGIN, [announcement(edition), announcements, open], args);
};

const SET_OPEN = `
local record, open = KEYS[1], KEYS[2]
local edition, now, is_open = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HEXISTS', record, 'begun') == 0 or redis.call('HEXISTS', record, 'done') == 1 then return 0 end
if is_open == 'yes' then
  redis.call('HDEL', record, 'stopped')
  redis.call('ZADD', open, 'NX', now, edition)
else
  redis.call('HSET', record, 'stopped', now)
  redis.call('ZREM', open, edition)
end
return 1
`;

/** Stops or resumes an announcement that was begun and is not done. */
export const setOpen = async (edition: string, isOpen: boolean, at: number): Promise<void> => {
  const { announcement, openAnnouncements: open } = orderKeys();
  await runScript(SET_OPEN, [announcement(edition), open], [edition, at, isOpen ? 'yes' : 'no']);
};

/** Whether it is still to be sent: the owner may have stopped it. */
export const isOpen = async (edition: string): Promise<boolean> =>
  (await ask((pipeline) => pipeline.zscore(orderKeys().openAnnouncements, edition))) !== null;

/** How many the owner's pages list. */
const LISTED = 20;

const readRecord = async (edition: string): Promise<AnnouncementRecord> => {
  const { announcementQueue, announcement } = orderKeys();
  const waiting = ask<number>((pipeline) => pipeline.zcard(announcementQueue(edition)));
  return recordOf(edition, await readHash(announcement(edition)), await waiting);
};

const readIn = async (key: string, from: number, to: number): Promise<AnnouncementRecord[]> => {
  const editions = await ask<string[]>((pipeline) => pipeline.zrange(key, from, to));
  return Promise.all(editions.map(readRecord));
};

/** The last announcements, newest first. */
export const listAnnouncements = async (): Promise<AnnouncementRecord[]> =>
  (await readIn(orderKeys().announcements, -LISTED, -1)).toReversed();

/** Those that are to be sent, oldest first. */
export const openAnnouncements = (): Promise<AnnouncementRecord[]> =>
  readIn(orderKeys().openAnnouncements, 0, -1);

/** What the index of orders knows of one. */
type Sale = {
  readonly session: string;
  readonly productType: string;
  readonly buyer: string;
  readonly createdAt: number;
};

const field = z.nullable(z.string());
const saleSchema = z.tuple([field, field, field]);

/** The sales after a session, oldest first; after '-' from the first on. */
export const salesAfter = async (after: string, size: number): Promise<Sale[]> => {
  const { index, order } = orderKeys();
  const rank = (): Promise<number> => ask((pipeline) => pipeline.zrank(index, after));
  const from = after === '-' ? 0 : 1 + (await rank());
  const sessions = await ask<string[]>((pipeline) => pipeline.zrange(index, from, from + size - 1));
  return Promise.all(
    sessions.map(async (session) => {
      const facts = ask((pipeline) =>
        pipeline.hmget(order(session), 'product', 'buyer', 'created'),
      );
      const [productType, buyer, created] = saleSchema.parse(await facts);
      const createdAt = Number(created);
      return { session, productType: productType ?? '', buyer: buyer ?? '', createdAt };
    }),
  );
};

/** A step that was taken before is skipped: it would queue buyers again who have had the email since. */
const GATHER = `
local record, queue = KEYS[1], KEYS[2]
if redis.call('HGET', record, 'from') ~= ARGV[1] then return 0 end
for at = 4, #ARGV do redis.call('ZADD', queue, 'NX', ARGV[3], ARGV[at]) end
if ARGV[2] ~= '' then
  redis.call('HSET', record, 'from', ARGV[2])
else
  redis.call('HDEL', record, 'from')
  redis.call('HSET', record, 'buyers', string.format('%d', redis.call('ZCARD', queue)))
end
return 1
`;

type GatherStep = {
  /** `gatheredTo` before this step, and after it. */
  readonly from: string;
  readonly to: string | null;
  readonly buyers: readonly string[];
};

/** Queues buyers, each once, unless another function has taken this step. */
export const gather = async (
  edition: string,
  { from, to, buyers }: GatherStep,
  at: number,
): Promise<void> => {
  const { announcement, announcementQueue } = orderKeys();
  const touched = [announcement(edition), announcementQueue(edition)];
  await runScript(GATHER, touched, [from, to ?? '', at, ...buyers]);
};

/** The emails of an announcement, by the keys of the buyers who get them. */
export const outboxOf = (edition: string): Outbox => {
  const { announcement, announcementQueue, announcementTries } = orderKeys();
  return queueOf({
    key: announcementQueue(edition),
    triedAt: (buyer) => ({ key: announcementTries(edition), field: buyer }),
    atEnd: {
      script: `
if waited == 1 then redis.call('HINCRBY', KEYS[3], is, 1) end
if is == 'sent' then redis.call('HDEL', KEYS[3], 'paused') end`,
      keys: [announcement(edition)],
    },
  });
};

const FINISH = `
local record, queue, open = KEYS[1], KEYS[2], KEYS[3]
if redis.call('HEXISTS', record, 'from') == 1 or redis.call('ZCARD', queue) > 0 then return 0 end
redis.call('HSET', record, 'done', ARGV[2])
redis.call('HDEL', record, 'paused')
redis.call('ZREM', open, ARGV[1])
return 1
`;

/** Marks it as done, unless a buyer is still queued. */
export const finish = async (edition: string, at: number): Promise<void> => {
  const { announcement, announcementQueue, openAnnouncements: open } = orderKeys();
  await runScript(FINISH, [announcement(edition), announcementQueue(edition), open], [edition, at]);
};

/** Notes why nothing is to be sent until a time, in Unix seconds. */
export const pause = async (edition: string, reason: string, until: number): Promise<void> => {
  const paused = `${until} ${reason}`;
  await ask((pipeline) => pipeline.hset(orderKeys().announcement(edition), { paused }));
};

/** Longer than a function sends. */
const TURN_IN_SECONDS = 60;

/** Whether no other function is sending announcements. The turn ends by itself after a minute. */
export const takeTurn = async (): Promise<boolean> => {
  const once = { nx: true, ex: TURN_IN_SECONDS } as const;
  const { announcementTurn } = orderKeys();
  return (await ask((pipeline) => pipeline.set(announcementTurn, '1', once))) !== null;
};

export const endTurn = async (): Promise<void> =>
  void (await ask((pipeline) => pipeline.del(orderKeys().announcementTurn)));
