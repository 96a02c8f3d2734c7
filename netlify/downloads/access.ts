import * as z from 'zod/mini';
import type { Product } from '#contract/catalogue.ts';
import { Problem } from '../http/problem.ts';
import { type Order, statusOf } from '../orders/order.ts';
import { readOrders, sessionsOfBuyer } from '../orders/store.ts';
import { getEnv } from '../platform/env.ts';
import { seal, unseal } from '../platform/seal.ts';
import { catalogue, covers, findByType } from '../shop/catalogue.ts';
import { whyClosed } from '../shop/words.ts';

/** Whether an order gives access to a product: it is paid and covers it. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order !== null && statusOf(order) === 'paid' && covers(order.productType, product);

/** More orders than a buyer has of one guide. */
const MOST_OF_BUYER = 100;

/** Whether the buyer has an earlier order that opens what this one bought. Throws `Unavailable`. */
export const hasEarlierOrder = async (order: Order): Promise<boolean> => {
  const product = findByType(catalogue, order.productType);
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
