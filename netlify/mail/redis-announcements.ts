import * as z from 'zod/mini';
import { redisClient } from '../clients/redis.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { type Announcement, type AnnouncementRecord, recordOf } from './announcement.ts';
import { type Outbox, queueOf } from './outbox.ts';
import { ask, runScript } from './shop.ts';

// Each script is one step: nothing comes between what it reads and what it writes, and to send it again does no harm.

const BEGIN = `
local record, all, open = KEYS[1], KEYS[2], KEYS[3]
local edition, now = ARGV[1], ARGV[2]
if redis.call('HSETNX', record, 'begun', now) == 0 then return 0 end
redis.call('HSET', record, 'product', ARGV[3], 'since', ARGV[4], 'changes', ARGV[5], 'from', '-')
redis.call('ZADD', all, now, edition)
redis.call('ZADD', open, now, edition)
return 1
`;

/** Begins an announcement; nothing where that was begun before. */
export const beginAnnouncement = async (
  { edition, product, since, changes }: Announcement,
  at: number,
): Promise<void> => {
  const { toldOf, told, telling } = orderKeys();
  const args = [edition, at, product, since, changes];
  await runScript(BEGIN, [toldOf(edition), told, telling], args);
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

/** Stops what was begun and is not done, or lets it go on. */
export const setOpen = async (edition: string, isOpen: boolean, at: number): Promise<void> => {
  const { toldOf, telling } = orderKeys();
  await runScript(SET_OPEN, [toldOf(edition), telling], [edition, at, isOpen ? 'yes' : 'no']);
};

/** Whether it is still to be sent: the owner may have stopped it. */
export const isOpen = async (edition: string): Promise<boolean> =>
  (await ask((pipeline) => pipeline.zscore(orderKeys().telling, edition))) !== null;

/** How many the owner's pages list, the latest first. */
const LISTED = 20;

const read = async (edition: string): Promise<AnnouncementRecord> => {
  const { toTell, toldOf } = orderKeys();
  const waiting = ask<number>((pipeline) => pipeline.zcard(toTell(edition)));
  const hash = redisClient().readHash(toldOf(edition));
  return recordOf(edition, await hash, await waiting);
};

const readIn = async (key: string, from: number, to: number): Promise<AnnouncementRecord[]> => {
  const editions = await ask<string[]>((pipeline) => pipeline.zrange(key, from, to));
  return Promise.all(editions.map(read));
};

export const listAnnouncements = async (): Promise<AnnouncementRecord[]> =>
  (await readIn(orderKeys().told, -LISTED, -1)).toReversed();

/** Those that are to be sent, the longest first. */
export const openAnnouncements = (): Promise<AnnouncementRecord[]> =>
  readIn(orderKeys().telling, 0, -1);

/** An order as the index knows it. */
type Sale = {
  readonly session: string;
  readonly productType: string;
  readonly buyer: string;
  readonly createdAt: number;
};

const field = z.nullable(z.string());
const saleSchema = z.tuple([field, field, field]);
const sessionsSchema = z.array(z.string());

/** Orders after a session, or '-' for the first; oldest first. */
export const salesAfter = async (after: string, size: number): Promise<Sale[]> => {
  const { index, order } = orderKeys();
  const rank = (): Promise<number> => ask((pipeline) => pipeline.zrank(index, after));
  const from = after === '-' ? 0 : 1 + (await rank());
  const sessions = sessionsSchema.parse(
    await ask((pipeline) => pipeline.zrange(index, from, from + size - 1)),
  );
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

/** A step that was taken already would bring back who has had the email in the meantime. */
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
  /** As `gatheredTo` was before this step, and is after it. */
  readonly from: string;
  readonly to: string | null;
  readonly buyers: readonly string[];
};

/** Adds buyers to the queue, each once; nothing where somebody else has taken this step. */
export const gather = async (
  edition: string,
  { from, to, buyers }: GatherStep,
  at: number,
): Promise<void> => {
  const { toldOf, toTell } = orderKeys();
  await runScript(GATHER, [toldOf(edition), toTell(edition)], [from, to ?? '', at, ...buyers]);
};

/** The emails of an announcement, by the keys of the buyers who get them. */
export const outboxOf = (edition: string): Outbox => {
  const { toldOf, toTell, tried } = orderKeys();
  return queueOf({
    key: toTell(edition),
    triedAt: (buyer) => ({ key: tried(edition), field: buyer }),
    atEnd: {
      script: `
if waited == 1 then redis.call('HINCRBY', KEYS[3], is, 1) end
if is == 'sent' then redis.call('HDEL', KEYS[3], 'paused') end`,
      keys: [toldOf(edition)],
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

/** Notes that it is done, unless somebody waits. */
export const finish = async (edition: string, at: number): Promise<void> => {
  const { toldOf, toTell, telling } = orderKeys();
  await runScript(FINISH, [toldOf(edition), toTell(edition), telling], [edition, at]);
};

/** Notes what keeps it from going on, and until when nothing is to be tried. */
export const pause = async (edition: string, reason: string, until: number): Promise<void> => {
  const paused = `${until} ${reason}`;
  await ask((pipeline) => pipeline.hset(orderKeys().toldOf(edition), { paused }));
};

/** Longer than a function sends. */
const TURN_IN_SECONDS = 60;

/** Whether nobody else sends announcements now. It ends by itself after a minute. */
export const takeTurn = async (): Promise<boolean> =>
  (await ask((pipeline) =>
    pipeline.set(orderKeys().tellingTurn, '1', { nx: true, ex: TURN_IN_SECONDS }),
  )) !== null;

export const endTurn = async (): Promise<void> =>
  void (await ask((pipeline) => pipeline.del(orderKeys().tellingTurn)));
