import type { Product } from '#contract/catalog.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { type Order, hasEmail } from '../orders/order.ts';
import { now } from '../platform/clock.ts';
import { ownerAddress } from '../platform/mail-policy.ts';
import { type Job, enqueue } from '../platform/queue.ts';
import { dayOf } from '../shop/dates.ts';
import { accessibleProducts } from './access.ts';

/** The products of an order whose files the owner has not uploaded yet. Throws `Unavailable`. */
export const findMissingFiles = async (order: Order): Promise<Product[]> => {
  const products = accessibleProducts(order);
  const editions = await Promise.all(
    products.map((product) => findCurrentEdition(product.file_name)),
  );
  return products.filter((_, index) => editions[index] === null);
};

/**
 * Enqueues the email to the buyer for when the missing files are uploaded, and alerts to the owner,
 * at most one a day for each file. Safe to repeat. Throws `Unavailable`.
 */
export const awaitFiles = async (order: Order, missing: readonly Product[]): Promise<void> => {
  if (missing.length === 0) return;
  const at = now();
  const jobs: Job[] = [];
  if (hasEmail(order)) jobs.push(`ready:${order.sessionId}`);
  if (ownerAddress() !== null) {
    jobs.push(...missing.map(({ id }): Job => `alert:no-file/${id}/${dayOf(at)}`));
  }
  await Promise.all(jobs.map((job) => enqueue(job, at)));
};
