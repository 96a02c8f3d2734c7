import type { Product } from '#contract/catalog.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { orderKeys } from '../orders/keys.ts';
import { endWaitForFiles, noteAwaitedFiles } from '../orders/notes.ts';
import type { Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { readOrders } from '../orders/store.ts';
import { now } from '../platform/clock.ts';
import { ownerAddress, sendsMail } from '../platform/mail-policy.ts';
import type { Job } from '../platform/queue.ts';
import { callRedis } from '../platform/redis.ts';
import { dayOf } from '../shop/dates.ts';
import { accessibleProducts } from './access.ts';

type HasFile = (product: Product) => Promise<boolean>;

/** Buyers wait only for the guide itself, not for other versions of it. */
const hasFile: HasFile = async ({ files: [guide] }) =>
  (await findCurrentEdition(guide.name)) !== null;

const missingFilesOf = async (order: Order, isUploaded: HasFile): Promise<Product[]> => {
  const products = accessibleProducts(order);
  const uploaded = await Promise.all(products.map(isUploaded));
  return products.filter((_, index) => !uploaded[index]);
};

/** The products of an order whose files the owner has not uploaded yet. Throws `Unavailable`. */
export const findMissingFiles = (order: Order): Promise<Product[]> =>
  missingFilesOf(order, hasFile);

/** The buyer of a withdrawn order gets a refund instead of the files. */
const needsFiles = (order: Order): boolean => order.withdrawnAt === null && !order.isForgotten;

/**
 * Records that the buyer is waiting for these files. The first time, alerts the owner, with at most
 * one email a day for each file. Throws `Unavailable`.
 */
export const rememberWaitingBuyer = async (
  order: Order,
  missing: readonly Product[],
): Promise<void> => {
  if (missing.length === 0 || !needsFiles(order)) return;
  const alerts: Job[] = [];
  if (ownerAddress() !== null) {
    alerts.push(...missing.map(({ id }): Job => `alert:no-file/${id}/${dayOf(now())}`));
  }
  await noteAwaitedFiles(order, alerts);
};

/** Checks each product only once, because many orders may be waiting for the same file. */
const createFileCheck = (): HasFile => {
  const known = new Map<string, Promise<boolean>>();
  return (product) => {
    const check = known.get(product.id) ?? hasFile(product);
    known.set(product.id, check);
    return check;
  };
};

/** The time is part of the id, because a buyer may wait a second time. */
const readyJob = ({ sessionId, awaitsFilesSince }: Order): Job =>
  `ready:${sessionId}/${awaitsFilesSince}`;

/** False for a disputed order or an inactive product, which may give access again later. */
const willGetNoEmail = (order: Order): boolean =>
  !needsFiles(order) || order.buyer === null || statusOf(order) === 'refunded';

/**
 * Enqueues and returns at most `limit` emails, one to each buyer whose files have all been
 * uploaded. Buyers who have waited longest come first. Does nothing if the shop sends no email.
 * Throws `Unavailable`.
 */
export const enqueueReadyEmails = async (limit: number): Promise<Job[]> => {
  const sessions = await callRedis<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.awaitingFiles(), 0, -1),
  );
  if (sessions.length === 0 || !sendsMail()) return [];
  const isUploaded = createFileCheck();
  const jobs: Job[] = [];
  for (const order of await readOrders(sessions)) {
    if (jobs.length === limit) break;
    if (willGetNoEmail(order)) {
      await endWaitForFiles(order, []);
      continue;
    }
    const products = accessibleProducts(order);
    const missing = await missingFilesOf(order, isUploaded);
    if (products.length === 0 || missing.length > 0) continue;
    const job = readyJob(order);
    await endWaitForFiles(order, [job]);
    jobs.push(job);
  }
  return jobs;
};
