import * as z from 'zod/mini';
import type { Announcement } from '#contract/guide-files.ts';
import { mayDownload } from '../downloads/access.ts';
import { editionFor } from '../mail/edition.ts';
import { findBuyerAddress } from '../mail/emails.ts';
import type { Message } from '../mail/message.ts';
import { isUnsubscribed } from '../mail/unsubscribe.ts';
import { readOrders } from '../orders/store.ts';
import { orderKeys } from '../orders/keys.ts';
import { sessionsOfBuyer } from '../orders/indexes.ts';
import { timeOfSale } from '../orders/order.ts';
import { isoTime, now } from '../platform/clock.ts';
import { queueKey } from '../platform/queue.ts';
import { callRedis, redisKey, readHash, runScript } from '../platform/redis.ts';
import { catalog, covers, findById } from '../shop/catalog.ts';
import { downloadLink } from '../shop/links.ts';
import { orderNumberOf } from '../shop/order-number.ts';

/** An email to the buyers of a guide about its new edition, in Redis. */
const recordSchema = z.object({
  begun: z.coerce.number(),
  /** The product's id in the catalog. */
  product: z.string(),
  /** Since when buyers get the edition, in Unix seconds. Buyers after that have it already. */
  since: z.coerce.number(),
  /** In the owner's words; may be empty. */
  changes: z.string(),
  buyers: z.coerce.number(),
});
type NewAnnouncement = { readonly edition: string } & Readonly<
  Pick<z.infer<typeof recordSchema>, 'product' | 'since' | 'changes'>
>;

const announcedKey = (edition: string): string => redisKey('announced', edition);

const productsThatOpen = (id: string): string[] => {
  const product = findById(catalog, id);
  return catalog.products
    .map(({ product_type: type }) => type)
    .filter((type) => product && covers(type, product));
};

const BEGIN = `
local record, bulk = KEYS[1], KEYS[2]
local edition, product, since, changes, now = unpack(ARGV)
if redis.call('HSETNX', record, 'begun', now) == 0 then return 0 end
local buyers = 0
for at = 3, #KEYS do
  for _, buyer in ipairs(redis.call('ZRANGEBYSCORE', KEYS[at], '-inf', '(' .. since)) do
    buyers = buyers + redis.call('ZADD', bulk, 'NX', now, 'edition:' .. edition .. '/' .. buyer)
  end
end
redis.call('HSET', record, 'product', product, 'since', since, 'changes', changes, 'buyers', buyers)
return 1
`;

/** Enqueues an email to every buyer of the guide, in one step. An edition is announced once, whoever asks. */
export const beginAnnouncement = async ({
  edition,
  product,
  since,
  changes,
}: NewAnnouncement): Promise<void> => {
  const indexes = productsThatOpen(product).map(orderKeys.ofProduct);
  const keys = [announcedKey(edition), queueKey('bulk'), ...indexes];
  await runScript(BEGIN, keys, [edition, product, since, changes, now()]);
};

/** Counts the buyers who are still to get an announcement, and removes them if it is to stop. */
const LEFT = `
local left = 0
for _, job in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(job, 1, #ARGV[1]) == ARGV[1] then
    left = left + 1
    if ARGV[2] == 'stop' then redis.call('ZREM', KEYS[1], job) end
  end
end
return left
`;

const countLeft = (edition: string, then: 'go on' | 'stop'): Promise<number> =>
  runScript<number>(LEFT, [queueKey('bulk')], [`edition:${edition}/`, then]);

/** Stops an announcement: no further buyer gets it. */
export const stopAnnouncement = async (edition: string): Promise<void> =>
  void (await countLeft(edition, 'stop'));

/** Of announcements, until the next day. */
export const bulkPausedKey = (): string => redisKey('bulk-paused');

/** Until when announcements wait, in Unix seconds; null if they do not. */
export const bulkPausedUntil = async (): Promise<number | null> => {
  const until = Number(await callRedis<string | null>((pipeline) => pipeline.get(bulkPausedKey())));
  return until > now() ? until : null;
};

/** null for an edition that was not announced. */
export const announcementOf = async (edition: string): Promise<Announcement | null> => {
  const [fields, left] = await Promise.all([
    readHash(announcedKey(edition)),
    countLeft(edition, 'go on'),
  ]);
  const record = recordSchema.safeParse(fields).data;
  if (!record) return null;
  const until = left > 0 ? await bulkPausedUntil() : null;
  return {
    begun_at: isoTime(record.begun),
    buyers: record.buyers,
    left,
    paused_until: until === null ? null : isoTime(until),
  };
};

/** By product id, how many buyers an announcement reaches at most. */
export const countBuyers = async (): Promise<Readonly<Record<string, number>>> => {
  const counts = await Promise.all(
    catalog.products.map(async ({ id }) => {
      const each = productsThatOpen(id).map((type) =>
        callRedis<number>((pipeline) => pipeline.zcard(orderKeys.ofProduct(type))),
      );
      return [id, (await Promise.all(each)).reduce((sum, one) => sum + one, 0)] as const;
    }),
  );
  return Object.fromEntries(counts);
};

/** More orders than a parent has. */
const MOST_ORDERS = 50;

/** The message to one buyer, by a job's id of edition and buyer; or why there is none. */
export const composeEdition = async (id: string): Promise<Message | string> => {
  const [edition = '', buyer = ''] = id.split('/');
  const [fields, sessions, wantsNone] = await Promise.all([
    readHash(announcedKey(edition)),
    sessionsOfBuyer(buyer, MOST_ORDERS),
    isUnsubscribed(buyer),
  ]);
  if (wantsNone) return 'unsubscribed';
  const { product: productId, since, changes } = recordSchema.parse(fields);
  const product = findById(catalog, productId);
  if (!product) return 'no such product';
  const orders = (await readOrders(sessions)).filter((one) => mayDownload(one, product));
  const [order] = orders;
  if (!order || order.isForgotten) return 'no order that opens it';
  if (orders.some((one) => timeOfSale(one) >= since)) return 'bought with this edition';
  const { sessionId } = order;
  const to = await findBuyerAddress(sessionId);
  if (to === null) return 'no address';
  const link = downloadLink(sessionId);
  const reader = { to, buyer, order: orderNumberOf(sessionId), link };
  return editionFor({ id: edition, product, changes }, reader);
};
