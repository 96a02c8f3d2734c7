import * as z from 'zod/mini';
import type { Announcement } from '#contract/guide-files.ts';
import { orderKeys } from '../orders/keys.ts';
import type { EmailOutcome } from '../orders/order.ts';
import { isoTime, now } from '../platform/clock.ts';
import {
  type Job,
  type JobOutcome,
  findQueuedJobs,
  queueKey,
  removeJobs,
} from '../platform/queue.ts';
import { callRedis, readHash, redisKey, runScript } from '../platform/redis.ts';
import { type CatalogFile, catalog, covers, findById } from '../shop/catalog.ts';
import { announcementsPausedUntil } from './announcement-pause.ts';

/** A hash in Redis for each announced edition. */
const recordSchema = z.object({
  product: z.string(),
  /**
   * The file's name. Default: the guide itself, as in records from earlier versions of the shop.
   */
  file: z.optional(z.string()),
  /** When the edition was published, in Unix seconds. Later buyers already have it. */
  since: z.coerce.number(),
  /** May be empty. */
  changes: z.string(),
  buyers: z.coerce.number(),
  /** How many emails were sent. Earlier versions of the shop did not count them. */
  emailed: z.optional(z.coerce.number()),
});
type AnnouncementRecord = z.infer<typeof recordSchema>;

const recordKey = (edition: string): string => redisKey('announced', edition);

/** Returns an unsuccessful parse result for an edition that was not announced. */
export const readAnnouncementRecord = async (edition: string) =>
  recordSchema.safeParse(await readHash(recordKey(edition)));

const buyerIndexes = (productId: string): string[] => {
  const product = findById(catalog, productId);
  if (!product) return [];
  return catalog.products
    .filter(({ product_type: type }) => covers(type, product))
    .map(({ product_type: type }) => orderKeys.ofProduct(type));
};

const jobPrefix = (edition: string): Job => `edition:${edition}/`;

/** `id` is "{edition}/{buyer hash}". */
export const announcementOutcome = (id: string, { is }: EmailOutcome): JobOutcome | undefined => {
  const [edition = ''] = id.split('/');
  return is === 'sent' ? { key: recordKey(edition), counter: 'emailed' } : undefined;
};

const BEGIN = `
local record, queue = KEYS[1], KEYS[2]
local buyer_indexes = {unpack(KEYS, 3)}
local job_prefix, product, file, since, changes, now = unpack(ARGV)
if redis.call('HSETNX', record, 'begun', now) == 0 then return 0 end
local buyers = 0
for _, index in ipairs(buyer_indexes) do
  for _, buyer in ipairs(redis.call('ZRANGEBYSCORE', index, '-inf', '(' .. since)) do
    buyers = buyers + redis.call('ZADD', queue, 'NX', now, job_prefix .. buyer)
  end
end
redis.call('HSET', record, 'product', product, 'file', file, 'since', since, 'changes', changes,
  'buyers', buyers, 'emailed', 0)
return 1
`;

type NewAnnouncement = {
  readonly edition: string;
  readonly sold: CatalogFile;
} & Readonly<Pick<AnnouncementRecord, 'since' | 'changes'>>;

/**
 * Enqueues an email to every buyer who bought before the edition was published. Does nothing if the
 * edition was already announced.
 */
export const beginAnnouncement = async ({
  edition,
  sold: { product, file },
  since,
  changes,
}: NewAnnouncement): Promise<void> => {
  await runScript(
    BEGIN,
    [recordKey(edition), queueKey('bulk'), ...buyerIndexes(product.id)],
    [jobPrefix(edition), product.id, file.name, since, changes, now()],
  );
};

const COUNT = `
local queue, prefix = KEYS[1], ARGV[1]
local count = 0
for _, job in ipairs(redis.call('ZRANGE', queue, 0, -1)) do
  if string.sub(job, 1, #prefix) == prefix then count = count + 1 end
end
return count
`;

const countWaiting = (edition: string): Promise<number> =>
  runScript<number>(COUNT, [queueKey('bulk')], [jobPrefix(edition)]);

export const stopAnnouncement = async (edition: string): Promise<void> => {
  const jobs = await findQueuedJobs('bulk');
  await removeJobs(jobs.filter((job) => job.startsWith(jobPrefix(edition))));
};

export const announcementOf = async (edition: string): Promise<Announcement | null> => {
  const [{ data: record }, left] = await Promise.all([
    readAnnouncementRecord(edition),
    countWaiting(edition),
  ]);
  if (!record) return null;
  const pausedUntil = left > 0 ? await announcementsPausedUntil() : null;
  return {
    buyers: record.buyers,
    emailed: record.emailed ?? null,
    left,
    paused_until: pausedUntil === null ? null : isoTime(pausedUntil),
  };
};

const countBuyersOf = async (productId: string): Promise<number> => {
  const counts = await Promise.all(
    buyerIndexes(productId).map((index) => callRedis<number>((pipeline) => pipeline.zcard(index))),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Returns buyer counts by product id. An announcement reaches at most this many buyers. */
export const countBuyers = async (): Promise<Readonly<Record<string, number>>> => {
  const counts = await Promise.all(
    catalog.products.map(async ({ id }) => [id, await countBuyersOf(id)] as const),
  );
  return Object.fromEntries(counts);
};
