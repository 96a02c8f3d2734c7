import * as z from 'zod/mini';
import { type Sale, saleSchema } from '../stripe/sale.ts';
import type { FetchCount, Notes, Order, ResentReceipt } from './order.ts';

/**
 * The hash of an order in Redis:
 *
 *     sale                  the sale that Stripe last reported, as JSON (stripe/sale.ts)
 *     version               how often the sale was written; see save.ts
 *     access                the owner's decision, as JSON
 *     settled               when a pending payment succeeded
 *     withdrawn             when the buyer withdrew
 *     awaits-files          when the buyer began to wait for a file that is not uploaded yet
 *     receipt               the outcome of the receipt, as JSON
 *     copy:{n}              the outcome of the nth receipt that the owner resent, as JSON
 *     fetches:{file}        how often the file was fetched
 *     fetched-at:{file}     when the file was last fetched
 *     fetched:{product}     the count and time of the last fetch, as JSON, from an earlier version
 *                           of the shop; `fetches` continues the count
 *     forgotten             present if the buyer's data was removed
 *
 * Times are Unix seconds.
 */
export type OrderHash = Readonly<Record<string, string>>;

const time = z.int();

const accessSchema = z.object({ is: z.enum(['open', 'blocked']), at: time });

const emailOutcomeSchema = z.object({
  is: z.enum(['sent', 'refused', 'unknown']),
  at: time,
  detail: z.string(),
});

const resentReceiptSchema = z.extend(emailOutcomeSchema, { isOwn: z.boolean() });

const earlierFetchesSchema = z.object({ times: z.int(), lastAt: time });

const parseJson = <T>(schema: z.ZodMiniType<T>, json: string | undefined): T | null =>
  json === undefined ? null : schema.parse(JSON.parse(json));

const valuesByPrefix = (hash: OrderHash, prefix: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const [field, value] of Object.entries(hash)) {
    if (field.startsWith(prefix)) values.set(field.slice(prefix.length), value);
  }
  return values;
};

const resentReceiptsFrom = (hash: OrderHash): Notes['resentReceipts'] => {
  const receipts: ResentReceipt[] = [];
  for (const [number, json] of valuesByPrefix(hash, 'copy:')) {
    receipts.push({ ...resentReceiptSchema.parse(JSON.parse(json)), number: Number(number) });
  }
  return receipts.sort((a, b) => a.number - b.number);
};

const fetchedFrom = (hash: OrderHash): Notes['fetched'] => {
  const fetched: Record<string, FetchCount> = {};
  for (const [productId, json] of valuesByPrefix(hash, 'fetched:')) {
    fetched[productId] = earlierFetchesSchema.parse(JSON.parse(json));
  }
  for (const [productId, count] of valuesByPrefix(hash, 'fetches:')) {
    const earlierTimes = fetched[productId]?.times ?? 0;
    const lastAt = Number(hash[`fetched-at:${productId}`]);
    fetched[productId] = { times: earlierTimes + Number(count), lastAt };
  }
  return fetched;
};

export const saleFrom = (hash: OrderHash): Sale | null => parseJson(saleSchema, hash['sale']);

export const notesFrom = (hash: OrderHash): Notes => ({
  access: parseJson(accessSchema, hash['access']),
  settledAt: parseJson(time, hash['settled']),
  withdrawnAt: parseJson(time, hash['withdrawn']),
  awaitsFilesSince: parseJson(time, hash['awaits-files']),
  receipt: parseJson(emailOutcomeSchema, hash['receipt']),
  resentReceipts: resentReceiptsFrom(hash),
  fetched: fetchedFrom(hash),
  isForgotten: 'forgotten' in hash,
});

export const orderFrom = (sessionId: string, hash: OrderHash): Order | null => {
  const sale = saleFrom(hash);
  return sale && { sessionId, ...sale, ...notesFrom(hash) };
};

/** Prefixes of the fields that concern the buyer rather than the sale. */
export const PERSONAL_FIELD_PREFIXES = [
  'awaits-files',
  'receipt',
  'copy:',
  'fetches:',
  'fetched-at:',
  'fetched:',
];
