import type { Product } from '#contract/catalogue.ts';
import { endedOrder } from '#contract/ended-orders.ts';
import type { DownloadFile } from '#contract/orders.ts';
import { covers } from '../catalogue.ts';
import type { Order } from '../orders/orders.ts';
import { TICKET_LIFETIME_IN_SECONDS, sealTicket } from './tickets.ts';

/** Paid, not fully refunded, not in dispute, and for this product. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order?.status === 'paid' && covers(order.productType, product);

/** What a buyer reads of an order whose files are closed; null for any other. */
export const closedWords = (order: Order | null): string | null => {
  const ended = endedOrder(order?.status);
  return ended ? `${ended.heading}. ${ended.words}` : null;
};

export type DownloadPorts = {
  /** Null for a file that the store does not have. */
  readonly guides: { readonly find: (fileName: string) => Promise<object | null> };
  /** Unix time in seconds. */
  readonly now: number;
  readonly signingSecret: string;
  /** Told of a file that could not be found out about, where others were. */
  readonly onFailed: (error: unknown) => void;
};

/**
 * Fresh links to the files of products whose access was checked; a product without a file gets none. Throws
 * when the store fails and there is not one link to give.
 */
export const grantFiles = async (
  { guides, now, signingSecret, onFailed }: DownloadPorts,
  sessionId: string,
  products: readonly Product[],
): Promise<DownloadFile[]> => {
  const expiresAt = now + TICKET_LIFETIME_IN_SECONDS;
  const grants = products.map(async ({ id: productId, file_name: fileName }) => {
    if (!(await guides.find(fileName))) return [];
    const ticket = await sealTicket({ sessionId, productId, expiresAt }, signingSecret);
    return [{ downloadUrl: `/api/files/${ticket}`, fileName }];
  });
  const settled = await Promise.allSettled(grants);
  const granted = settled.flatMap((grant) => (grant.status === 'fulfilled' ? grant.value : []));
  const failed = settled.filter((grant) => grant.status === 'rejected');
  // One file amiss must not keep the others from their buyer.
  if (failed[0] && granted.length === 0) throw failed[0].reason;
  for (const { reason } of failed) onFailed(reason);
  return granted;
};
