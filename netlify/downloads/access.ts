import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Product } from '#contract/catalog.ts';
import type { DownloadFile, OrderFiles } from '#contract/orders.ts';
import { type StoredEdition, findGuide, readEdition } from '../guides/blobs-guides.ts';
import { logError } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { countFetch } from '../orders/notes.ts';
import { type Order, statusOf } from '../orders/order.ts';
import { readOrders, sessionsOfBuyer } from '../orders/store.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { getEnv } from '../platform/env.ts';
import { seal, unseal } from '../platform/seal.ts';
import { activeProducts, catalog, covers, findByType } from '../shop/catalog.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/links.ts';
import { whyClosed } from '../shop/order-words.ts';
import type { Attachment } from './file-response.ts';

/** Whether an order gives access to a product: it is paid and covers it. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order !== null && statusOf(order) === 'paid' && covers(order.productType, product);

/** More orders than a buyer has of one guide. */
const MOST_OF_BUYER = 100;

/** Whether the buyer has an earlier order that opens what this one bought. Throws `Unavailable`. */
export const hasEarlierOrder = async (order: Order): Promise<boolean> => {
  const product = findByType(catalog, order.productType);
  if (order.buyer === null || !product) return false;
  const newestFirst = await sessionsOfBuyer(order.buyer, MOST_OF_BUYER);
  const earlier = newestFirst.slice(newestFirst.indexOf(order.sessionId) + 1);
  return (await readOrders(earlier)).some((other) => mayDownload(other, product));
};

/** Throws 403 if the order does not open the product's file: with why its files are closed, else `detail`. */
export const requireAccess = (order: Order | null, product: Product, detail: string): void => {
  if (mayDownload(order, product)) return;
  const status = order ? statusOf(order) : 'paid';
  throw new Problem('access_denied', status === 'paid' ? detail : whyClosed(status));
};

/** A download link grants one file of one order for a time. */
const ticketSchema = z.strictObject({
  sessionId: z.string(),
  productId: z.string(),
  /** Unix time in seconds. */
  expiresAt: z.int(),
});
export type Ticket = z.infer<typeof ticketSchema>;

const PURPOSE = 'download-ticket';

/** Encrypts and signs a ticket. Addresses end up in logs, and the session id inside is the buyer's key. */
export const sealTicket = (ticket: Ticket): Promise<string> =>
  seal(PURPOSE, ticket, getEnv().SIGNING_SECRET);

/** The ticket inside, whether or not it has expired; null for anything that this shop did not seal. */
export const openTicket = (sealed: string): Promise<Ticket | null> =>
  unseal(PURPOSE, ticketSchema, sealed, getEnv().SIGNING_SECRET);

/**
 * New links to the files of products, whose access the caller has checked. A product without a file gets none. Throws
 * if the store fails for all of them.
 */
export const linkFiles = async (
  sessionId: string,
  products: readonly Product[],
): Promise<DownloadFile[]> => {
  const expiresAt = now() + LINK_LIFETIME_IN_HOURS * HOUR_IN_SECONDS;
  const grants = products.map(async ({ id: productId, file_name: fileName }) => {
    if (!(await findGuide(fileName))) return [];
    const sealed = await sealTicket({ sessionId, productId, expiresAt });
    return [{ downloadUrl: `/api/files/${sealed}`, fileName }];
  });
  const settled = await Promise.allSettled(grants);
  const granted = settled.flatMap((grant) => (grant.status === 'fulfilled' ? grant.value : []));
  const failed = settled.filter((grant) => grant.status === 'rejected');
  // One failed file must not withhold the others.
  if (failed[0] && granted.length === 0) throw failed[0].reason;
  for (const { reason } of failed) logError(reason);
  return granted;
};

/** New links to all files that an order opens, the bought product's first. Throws as `linkFiles` does. */
export const linkOrder = async (order: Order): Promise<OrderFiles> => {
  const isBought = (product: Product): boolean => product.product_type === order.productType;
  const opened = activeProducts(catalog)
    .filter((product) => mayDownload(order, product))
    .toSorted((a, b) => Number(isBought(b)) - Number(isBought(a)));
  return { files: await linkFiles(order.sessionId, opened) };
};

/** The file with an order's line, as long as without it. `words` is null for a shop that adds none. */
export const buyersCopy = (
  fileName: string,
  edition: StoredEdition,
  words: string | null,
): Attachment => {
  const { size, sha256, line } = edition;
  const read = () => readEdition(fileName, edition);
  if (!line || words === null || words.length > line.length) {
    return { fileName, size, tag: sha256, read };
  }
  const tag = hash('sha256', `${sha256} ${words}`);
  const readFilled = async () => {
    const bytes = await read();
    bytes.set(Buffer.from(words.padEnd(line.length)), line.at);
    return bytes;
  };
  return { fileName, size, tag, read: readFilled };
};

/** User agents that fetch a link for a preview or a scan. */
const AUTOMATIC = /bot|crawl|spider|scan|preview|facebookexternalhit|whatsapp|slurp/i;

/**
 * Whether a parent downloads a file from its beginning. It excludes resumed parts, revalidations, prefetches
 * (`Sec-Purpose` of fetch.spec.whatwg.org, formerly `Purpose`) and link scanners.
 */
export const isDownload = ({ headers }: Request): boolean => {
  if (headers.has('if-none-match') || headers.has('if-match')) return false;
  if (!/^(bytes=0-)?$/.test(headers.get('range')?.trim() ?? '')) return false;
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`;
  return !/prefetch|preview/i.test(purpose) && !AUTOMATIC.test(headers.get('user-agent') ?? '');
};

/** The file of a ticket, which counts its download as the first byte leaves. */
export const countingDownload = (
  file: Attachment,
  { sessionId, productId }: Ticket,
): Attachment => {
  const logFailure = AsyncLocalStorage.bind(logError);
  return { ...file, onFirstByte: () => countFetch(sessionId, productId).catch(logFailure) };
};
